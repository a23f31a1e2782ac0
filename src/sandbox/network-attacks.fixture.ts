/** Attacks on the network of a sandbox, for any driver: a program that runs inside and reports what it reached, and what it should have. */
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { createServer, type Socket } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Forward } from "./driver.ts";
import { FakeInternet } from "./network/fake-internet.fixture.ts";
import { openNetwork } from "./network/network.ts";
import type { Outside } from "./network/outside.ts";

/** What the attacked run may reach. */
export const attackedPolicy = ["example.com", "*.example.com", "example.com:8080", "localhost:4000"];

/** Where names lead. Without the proxy's rules, every one of these addresses would be reached. */
export const attackedNames: Readonly<Record<string, string>> = {
  "example.com": "93.184.216.34",
  "other.org": "93.184.216.34",
  "loopback.example.com": "127.0.0.1",
  "own.example.com": "93.184.216.1",
  "private.example.com": "10.0.0.5",
  "metadata.example.com": "169.254.169.254",
  "nat64.example.com": "64:ff9b::5db8:d822",
};

const denied = (reason: string) => `403 denied: ${reason}`;
const notListed = denied("an address must be in the network list, with its port");
const never = denied("link-local and reserved addresses are never reached");
const notPublic = denied("the host has no public address");

/**
 * Each attack is an expression inside, and what it must give. `tunnel` and `get` use the proxy, `direct` does not,
 * `talk` sends bytes through a tunnel and returns what comes back.
 */
const attacks: readonly (readonly [name: string, expression: string, expected: string])[] = [
  ["an allowed host", 'get("http://example.com/")', "200 hello from 93.184.216.34"],
  ["an allowed port", 'talk("example.com:8080", "hello")', "hello"],
  ["an allowed server name", 'talk("example.com:443", hello("example.com"))', "tls hello"],
  ["a service of the machine", 'direct("127.0.0.1", 4000, "hello")', "hello"],
  ["another host", 'tunnel("other.org:443")', denied("the host is not in the network list")],
  ["another port", 'tunnel("example.com:22")', denied("the port is not in the network list")],
  ["loopback", 'tunnel("127.0.0.1:80")', notListed],
  ["loopback as a number", 'tunnel("2130706433:80")', notListed],
  ["loopback in hexadecimal", 'tunnel("0x7f000001:80")', notListed],
  ["loopback in octal", 'get("http://0177.0.0.1/")', notListed],
  ["loopback by name", 'tunnel("loopback.example.com:80")', notPublic],
  ["an address of this machine", 'tunnel("93.184.216.1:80")', notListed],
  ["an address of this machine by name", 'tunnel("own.example.com:80")', notPublic],
  ["a private host", 'tunnel("10.0.0.5:80")', notListed],
  ["a private host by name", 'get("http://private.example.com/")', notPublic],
  ["metadata", 'get("http://169.254.169.254/latest/meta-data/")', never],
  ["metadata by name", 'get("http://metadata.example.com/")', notPublic],
  ["metadata as a number", 'get("http://2852039166/")', never],
  ["IPv6 loopback", 'tunnel("[::1]:80")', never],
  ["a mapped address", 'tunnel("[::ffff:10.0.0.5]:80")', never],
  ["NAT64", 'tunnel("[64:ff9b::5db8:d822]:80")', never],
  ["NAT64 by name", 'tunnel("nat64.example.com:80")', notPublic],
  ["a redirection", 'follow("http://example.com/redirect")', never],
  ["another server name on 443", 'talk("example.com:443", hello("other.org"))', "closed"],
  ["plain bytes on 443", 'talk("example.com:443", "GET / HTTP/1.1\\r\\n\\r\\n")', "closed"],
  ["a direct connection", 'direct("93.184.216.34", 80, "hello")', "ENETUNREACH"],
  ["a direct connection to metadata", 'direct("169.254.169.254", 80, "hello")', "ENETUNREACH"],
  ["a port of the machine that is not listed", 'direct("127.0.0.1", canary, "hello")', "ECONNREFUSED"],
  ["a lookup", 'lookup("example.com")', "EAI_AGAIN"],
  ["an abstract socket of the machine", 'direct("\\0axis-" + canary)', "ECONNREFUSED"],
];

/** Runs inside. Its arguments are the port of a server that must not be reached; it prints what each attack gave. */
const program = `
const net = require("node:net");
const canary = Number(process.argv[1]);
const proxy = new URL(process.env.HTTP_PROXY);
// Only tunnels carry the end of one side; a request that ends early is one that was given up.
function read(socket, text, ends = true) {
  return new Promise((resolve) => {
    let answer = "";
    socket.setTimeout(15000, () => socket.destroy(new Error("timeout")));
    socket.on("data", (chunk) => { answer += chunk.toString("latin1"); });
    socket.on("error", (error) => resolve(answer || error.code || error.message));
    socket.on("close", () => resolve(answer || "closed"));
    if (text !== undefined) ends ? socket.end(text) : socket.write(text);
  });
}
const dial = () => net.connect(Number(proxy.port), proxy.hostname);
function summarize(answer) {
  const [head, body = ""] = answer.split("\\r\\n\\r\\n");
  const find = (name) => new RegExp("^" + name + ": (.*)$", "m").exec(head)?.[1].trim();
  const status = head.slice(9, 12);
  return find("x-axis") ? status + " " + find("x-axis") + ": " + find("x-axis-reason") : (status + " " + body).trim();
}
const tunnel = async (target) => summarize(await read(dial(), "CONNECT " + target + " HTTP/1.1\\r\\nhost: x\\r\\n\\r\\n"));
const ask = (url) => read(dial(), "GET " + url + " HTTP/1.1\\r\\nhost: x\\r\\nconnection: close\\r\\n\\r\\n", false);
const get = async (url) => summarize(await ask(url));
const follow = async (url) => get(/^location: (.*)$/m.exec(await ask(url))[1].trim());
async function talk(target, bytes) {
  const head = Buffer.from("CONNECT " + target + " HTTP/1.1\\r\\nhost: x\\r\\n\\r\\n");
  const answer = await read(dial(), Buffer.concat([head, Buffer.from(bytes)]));
  return answer.replace(/^HTTP\\/1\\.1 200 [^\\r]*\\r\\n\\r\\n/, "") || "closed";
}
function hello(name) {
  const block = (bytes, ...parts) => {
    const content = Buffer.concat(parts);
    const length = Buffer.alloc(bytes);
    length.writeUIntBE(content.length, 0, bytes);
    return Buffer.concat([length, content]);
  };
  const list = block(2, Buffer.from([0]), block(2, Buffer.from(name)));
  const body = [Buffer.alloc(34, 3), block(1), block(2, Buffer.from([0x13, 1])), block(1, Buffer.from([0]))];
  const message = Buffer.concat([Buffer.from([1]), block(3, ...body, block(2, Buffer.from([0, 0]), block(2, list)))]);
  return Buffer.concat([Buffer.from([22, 3, 1]), block(2, message)]);
}
const direct = (host, port, text) => read(port === undefined ? net.connect(host) : net.connect(port, host), text);
const lookup = (name) => new Promise((resolve) => {
  require("node:dns").lookup(name, (error, address) => resolve(error ? error.code : address));
});
(async () => {
  const found = {};
${attacks.map(([name, expression]) => `  found[${JSON.stringify(name)}] = await ${expression};`).join("\n")}
  process.stdout.write(JSON.stringify(found));
})();
`;

/** How the hosts of the attacked world behave: port 8080 echoes, port 443 confirms a TLS hello, others speak HTTP. */
export function serveAttackedHost(socket: Socket, address: string, port: number): void {
  socket.on("error", () => {});
  if (port !== 80 && port !== 443) return void socket.pipe(socket);
  socket.once("data", (chunk: Buffer) => {
    if (port === 443) return void socket.end(chunk[0] === 22 ? "tls hello" : "plain bytes arrived");
    const isRedirected = chunk.toString("latin1").startsWith("GET /redirect");
    const place = isRedirected ? "302 Found\r\nlocation: http://169.254.169.254/latest" : "200 OK";
    const body = isRedirected ? "" : `hello from ${address}`;
    socket.end(`HTTP/1.1 ${place}\r\ncontent-length: ${body.length}\r\n\r\n${body}`);
  });
}

/** Starts this program with Node inside a sandbox that has these forwards, and returns what it printed. */
export type RunInside = (
  forwards: readonly Forward[],
  node: { readonly script: string; readonly args: readonly string[] },
) => Promise<string>;

/** Returns what the attacks gave and what they had to give; equal if the sandbox holds. `outside` replaces the hosts of the test. */
export async function attackNetwork(
  runInside: RunInside,
  outside?: Outside,
): Promise<{ found: unknown; expected: Record<string, string> }> {
  await using internet = await openAttackedWorld();
  const folder = mkdtempSync(join(tmpdir(), "axis-attack-"));
  const canary = createServer((socket) => void socket.end("reached")).listen(0, "127.0.0.1");
  await once(canary, "listening");
  const address = canary.address();
  const port = typeof address === "object" && address !== null ? address.port : 0;
  const abstract = createServer((socket) => void socket.end("reached")).listen(`\0axis-${port}`);
  try {
    await using network = await openNetwork(attackedPolicy, { socketFolder: folder, outside: outside ?? internet });
    const printed = await runInside(network.forwards, { script: program, args: [String(port)] });
    const expected = Object.fromEntries(attacks.map(([name, , outcome]) => [name, outcome]));
    return { found: JSON.parse(printed), expected };
  } finally {
    canary.close();
    abstract.close();
    rmSync(folder, { recursive: true, force: true });
  }
}

async function openAttackedWorld(): Promise<FakeInternet> {
  const internet = new FakeInternet();
  for (const [name, address] of Object.entries(attackedNames)) internet.names.set(name, [[address]]);
  internet.own.push("93.184.216.1");
  const places = [
    ["93.184.216.34", 80],
    ["93.184.216.34", 443],
    ["93.184.216.34", 8080],
    ["93.184.216.34", 22],
    ["93.184.216.1", 80],
    ["10.0.0.5", 80],
    ["169.254.169.254", 80],
    ["127.0.0.1", 80],
    ["127.0.0.1", 4000],
  ] as const;
  for (const [address, port] of places) {
    const server = createServer({ allowHalfOpen: true }, (socket) => serveAttackedHost(socket, address, port));
    await internet.host(`${address}:${port}`, server);
  }
  return internet;
}
