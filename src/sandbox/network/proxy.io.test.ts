import { once } from "node:events";
import { createServer as createHttpServer } from "node:http";
import { connect, createServer, type Socket } from "node:net";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { captureHello, makeHello, toRecords } from "./client-hello.fixture.ts";
import { ConnectionLog } from "./connection-log.ts";
import { FakeInternet, openTestNetwork, readAll, readUntil, summarize } from "./fake-internet.fixture.ts";
import { openNetwork } from "./network.ts";
import { OpenSockets } from "./open-sockets.ts";
import { createProxy } from "./proxy.ts";

let internet: FakeInternet;
beforeEach(() => void (internet = new FakeInternet()));
afterEach(() => internet[Symbol.asyncDispose]());

const example = "93.184.216.34";
const echo = (socket: Socket): void => void socket.pipe(socket);
const noPublicAddress = "403 denied: the host has no public address";
const hostReason = "403 denied: the host is not in the network list";
const portReason = "403 denied: the port is not in the network list";
const addressReason = "403 denied: an address must be in the network list, with its port";
const neverReason = "403 denied: link-local and reserved addresses are never reached";

/** An HTTP host that answers with the request as it arrived. */
async function addMirror(name: string, place = `${example}:80`): Promise<string[]> {
  const seen: string[] = [];
  const mirror = (socket: Socket): void =>
    void socket.on("data", (chunk: Buffer) => {
      seen.push(chunk.toString("latin1"));
      socket.end("HTTP/1.1 200 OK\r\ncontent-length: 2\r\nx-axis: denied\r\nx-kept: a\r\nx-kept: b\r\n\r\nok");
    });
  await internet.add(name, place, mirror);
  return seen;
}

describe("a tunnel", () => {
  test("carries bytes both ways, and both ends of it", async () => {
    await internet.add("example.com", `${example}:8080`, echo);
    await using run = await openTestNetwork(["example.com:8080"], internet);
    const client = run.dial();
    client.write("CONNECT Example.COM.:8080 HTTP/1.1\r\nhost: ignored\r\n\r\nearly ");
    await readUntil(client, "early ");
    client.end("late");
    expect(await readAll(client)).toBe("late");
    expect(internet.resolved).toEqual(["example.com"]);
    expect(internet.dialed).toEqual([`${example}:8080`]);
    await expect
      .poll(() => run.network.connections())
      .toEqual([
        {
          host: "example.com",
          port: 8080,
          how: "connect",
          allowed: true,
          count: 1,
          sent: 10,
          received: 10,
          first_ms: expect.any(Number),
        },
      ]);
  });

  test("to port 443 begins with a TLS hello to the same server, which arrives unchanged", async () => {
    await internet.add("example.com", `${example}:443`, echo);
    await using run = await openTestNetwork(["example.com"], internet);
    const hello = await captureHello("EXAMPLE.com");
    const client = run.dial();
    client.write("CONNECT example.com:443 HTTP/1.1\r\nhost: example.com\r\n\r\n");
    await readUntil(client, "200 Connection Established");
    client.write(hello.subarray(0, 3));
    client.end(hello.subarray(3));
    expect(await readAll(client)).toBe(hello.toString("latin1"));
  });

  test("to port 443 may name no server", async () => {
    await internet.add("example.com", `${example}:443`, echo);
    await using run = await openTestNetwork(["example.com"], internet);
    const client = run.dial();
    client.write("CONNECT example.com:443 HTTP/1.1\r\nhost: example.com\r\n\r\n");
    client.end(toRecords(makeHello()));
    expect(await readAll(client)).toContain(toRecords(makeHello()).toString("latin1"));
  });

  test.each([
    ["plain bytes", Buffer.from("GET / HTTP/1.1\r\nhost: example.com\r\n\r\n"), "the first bytes must be a TLS hello"],
    ["nothing", Buffer.alloc(0), "the first bytes must be a TLS hello"],
    ["another server name", toRecords(makeHello(["evil.org"])), "the TLS hello names another server: evil.org"],
    ["two server names", toRecords(makeHello(["example.com", "evil.org"])), "the first bytes must be a TLS hello"],
  ])("to port 443 is cut after %s, and the host gets no byte", async (_, bytes, reason) => {
    const received: Buffer[] = [];
    let closed = 0;
    await internet.add("example.com", `${example}:443`, (socket) => {
      socket.write("a server that speaks first");
      socket
        .on("data", (chunk: Buffer) => received.push(chunk))
        .on("close", () => (closed += 1))
        .on("error", () => {});
      socket.on("end", () => socket.end());
    });
    await using run = await openTestNetwork(["example.com"], internet);
    const client = run.dial();
    client.write("CONNECT example.com:443 HTTP/1.1\r\nhost: example.com\r\n\r\n");
    client.end(bytes);
    expect(await readAll(client)).toBe("HTTP/1.1 200 Connection Established\r\n\r\n");
    await expect.poll(() => closed).toBe(1);
    expect(Buffer.concat(received)).toHaveLength(0);
    expect(run.network.connections()).toMatchObject([{ allowed: false, reason: expect.stringContaining(reason) }]);
  });

  test.each([
    ["evil.org:443", hostReason],
    ["example.com:22", portReason],
    ["localhost:80", "403 denied: localhost is not reached through the proxy"],
    ["127.0.0.1:80", addressReason],
    ["2130706433:80", addressReason],
    ["0x7f000001:80", addressReason],
    ["0177.0.0.1:80", addressReason],
    ["127.1:80", addressReason],
    ["10.0.0.1:80", addressReason],
    ["198.41.0.4:80", addressReason],
    [`${example}:80`, addressReason],
    ["169.254.169.254:80", neverReason],
    ["2852039166:80", neverReason],
    ["[::1]:80", neverReason],
    ["[::ffff:127.0.0.1]:80", neverReason],
    ["[64:ff9b::7f00:1]:80", neverReason],
    ["[2606:4700::1]:80", addressReason],
    ["user:secret@example.com:443", "403 denied: the target is not a host and a port"],
    ["example.com", "403 denied: the target is not a host and a port"],
    ["example.com:443/path", "403 denied: the target is not a host and a port"],
  ])("to %s is refused without a lookup or a connection", async (target, expected) => {
    await using run = await openTestNetwork(["example.com"], internet);
    expect(await run.tunnel(target)).toContain(expected);
    expect([...internet.resolved, ...internet.dialed]).toEqual([]);
    expect(run.network.connections()).toMatchObject([{ allowed: false, how: "connect", count: 1 }]);
  });

  test.each([
    ["loopback", ["127.0.0.1", "::1"]],
    ["an address of this machine", ["198.41.0.4"]],
    ["a private network", ["10.1.2.3", "fd12::1"]],
    ["the metadata service", ["169.254.169.254"]],
    ["a mapped address", ["::ffff:10.0.0.1"]],
    ["NAT64", ["64:ff9b::a00:1"]],
  ])("to a name for %s is refused without a connection", async (_, addresses) => {
    internet.names.set("inner.example", [addresses]);
    await using run = await openTestNetwork("open", internet);
    expect(await run.tunnel("inner.example:80")).toBe(noPublicAddress);
    expect(internet.dialed).toEqual([]);
  });

  test("uses only the public ones of a name's addresses, and the next if one does not answer", async () => {
    await internet.host("93.184.216.35:80", createServer({ allowHalfOpen: true }, echo));
    internet.names.set("mixed.example", [["10.0.0.1", "127.0.0.1", example, "::1", "93.184.216.35"]]);
    await using run = await openTestNetwork("open", internet);
    const client = run.dial();
    client.write("CONNECT mixed.example:80 HTTP/1.1\r\nhost: mixed.example\r\n\r\n");
    await readUntil(client, "200 Connection Established");
    client.destroy();
    expect(internet.dialed).toEqual([`${example}:80`, "93.184.216.35:80"]);
  });

  test("connects to the address that was checked, although the name has another one a moment later", async () => {
    await internet.host(`${example}:80`, createServer({ allowHalfOpen: true }, echo));
    internet.names.set("rebind.example", [[example], ["127.0.0.1"]]);
    await using run = await openTestNetwork("open", internet);
    const client = run.dial();
    client.write("CONNECT rebind.example:80 HTTP/1.1\r\nhost: rebind.example\r\n\r\n");
    await readUntil(client, "200 Connection Established");
    client.destroy();
    expect(internet.resolved).toHaveLength(1);
    expect(internet.dialed).toEqual([`${example}:80`]);
    expect(await run.tunnel("rebind.example:80")).toBe(noPublicAddress);
    expect(internet.dialed).toHaveLength(1);
  });

  test("to an address on the list is opened, even to a private one", async () => {
    await internet.host("10.0.0.5:5432", createServer({ allowHalfOpen: true }, echo));
    await using run = await openTestNetwork(["10.0.0.5:5432"], internet);
    const client = run.dial();
    client.end("CONNECT 10.0.0.5:5432 HTTP/1.1\r\nhost: x\r\n\r\nselect 1");
    expect(await readAll(client)).toBe("HTTP/1.1 200 Connection Established\r\n\r\nselect 1");
  });

  test("that fails for another reason is a 502, and counts as allowed", async () => {
    internet.names.set("down.example", [[example]]);
    await using run = await openTestNetwork("open", internet);
    expect(await run.tunnel("down.example:80")).toBe("502 failed: the host does not answer (ECONNREFUSED)");
    expect(await run.tunnel("unknown.example:80")).toBe("502 failed: the name cannot be resolved (ENOTFOUND)");
    expect(run.network.connections().map(({ allowed }) => allowed)).toEqual([true, true]);
  });

  test("ends with the run", async () => {
    let closed = 0;
    await internet.add("example.com", `${example}:80`, (socket) => void socket.on("end", () => (closed += 1)).resume());
    const run = await openTestNetwork("open", internet);
    const client = run.dial();
    client.write("CONNECT example.com:80 HTTP/1.1\r\nhost: x\r\n\r\n");
    await readUntil(client, "200 Connection Established");
    const ended = readAll(client);
    await run[Symbol.asyncDispose]();
    await ended;
    await expect.poll(() => closed).toBe(1);
  });
});

describe("a plain request", () => {
  test("arrives without what is meant for the proxy, and with the host of its URL", async () => {
    const seen = await addMirror("example.com", `${example}:8080`);
    await using run = await openTestNetwork(["example.com:8080"], internet);
    const answer = await run.send(
      "GET http://EXAMPLE.com:8080/a/../b?q=%41#part HTTP/1.1\r\nHost: evil.org\r\nProxy-Authorization: Basic eDp5\r\n" +
        "Connection: close, x-hop\r\nX-Hop: 1\r\nX-Kept: 1\r\nX-Kept: 2\r\nX-Axis: denied\r\n\r\n",
    );
    expect(seen).toEqual([
      "GET /a/../b?q=%41 HTTP/1.1\r\nhost: example.com:8080\r\nX-Kept: 1\r\nX-Kept: 2\r\nconnection: close\r\n\r\n",
    ]);
    expect(answer).toBe(
      "HTTP/1.1 200 OK\r\ncontent-length: 2\r\nx-kept: a\r\nx-kept: b\r\nConnection: close\r\n\r\nok",
    );
    expect(run.network.connections()).toMatchObject([{ host: "example.com", port: 8080, how: "http", allowed: true }]);
  });

  test("may have a body, with a length or in chunks", async () => {
    internet.names.set("example.com", [[example]]);
    const bodies: string[] = [];
    const server = createHttpServer((request, response) => {
      const chunks: Buffer[] = [];
      request.on("data", (chunk: Buffer) => chunks.push(chunk));
      request.on("end", () => {
        bodies.push(Buffer.concat(chunks).toString());
        response.end("thanks");
      });
    });
    await internet.host(`${example}:80`, server);
    await using run = await openTestNetwork("open", internet);
    const head = "POST http://example.com/ HTTP/1.1\r\nhost: x\r\nconnection: close\r\n";
    expect(await run.send(`${head}content-length: 5\r\n\r\nhello`)).toContain("thanks");
    expect(await run.send(`${head}transfer-encoding: chunked\r\n\r\n5\r\nhello\r\n0\r\n\r\n`)).toContain("thanks");
    expect(await run.send(`${head}\r\n`)).toContain("thanks");
    expect(bodies).toEqual(["hello", "hello", ""]);
  });

  test("that is redirected gets the redirection, and the next request is checked again", async () => {
    await internet.add("example.com", `${example}:80`, (socket) => {
      socket.once("data", () => socket.end("HTTP/1.1 302 Found\r\nlocation: http://169.254.169.254/\r\n\r\n"));
    });
    await using run = await openTestNetwork("open", internet);
    const get = (url: string) => run.send(`GET ${url} HTTP/1.1\r\nhost: x\r\nconnection: close\r\n\r\n`);
    expect(await get("http://example.com/")).toContain("location: http://169.254.169.254/");
    expect(summarize(await get("http://169.254.169.254/"))).toBe(neverReason);
  });

  test.each([
    ["http://evil.org/", hostReason],
    ["http://example.com:8080/", portReason],
    ["http://2130706433/", addressReason],
    ["http://[::ffff:a00:1]/", neverReason],
    ["http://user:secret@example.com/", "403 denied: the URL has a user name or password before its host"],
    ["http://example.com@evil.org/", "403 denied: the URL has a user name or password before its host"],
    ["http:///path", "403 denied: the URL has no valid host and port"],
    ["http://example.com:443/", "403 denied: on port 443, the first bytes must be a TLS hello"],
    ["https://example.com/", "403 denied: https must be sent through a tunnel (CONNECT)"],
    ["ftp://example.com/", "403 denied: ftp must be sent through a tunnel (CONNECT)"],
    ["/", "403 denied: this is a proxy: a request must name its host, as in http://example.com/"],
  ])("for %s is refused", async (url, expected) => {
    await using run = await openTestNetwork(["example.com"], internet);
    const answer = await run.send(`GET ${url} HTTP/1.1\r\nhost: example.com\r\nconnection: close\r\n\r\n`);
    expect(summarize(answer)).toBe(expected);
    expect(internet.dialed).toEqual([]);
  });

  test("with a backslash in its host reaches no host", async () => {
    await using run = await openTestNetwork(["example.com"], internet);
    expect(summarize(await run.send("GET http://example.com\\@evil.org/ HTTP/1.1\r\nhost: x\r\n\r\n"))).toBe("400");
    expect(internet.dialed).toEqual([]);
  });

  test.each([
    ["two lengths", "content-length: 5\r\ncontent-length: 6\r\n\r\nhello!"],
    ["a length and chunks", "content-length: 5\r\ntransfer-encoding: chunked\r\n\r\n0\r\n\r\nGET"],
    ["chunks that are not last", "transfer-encoding: chunked, identity\r\n\r\n0\r\n\r\n"],
    ["a bare line feed before a header", "x: 1\nhost: evil.org\r\n\r\n"],
    ["a space before a colon", "content-length : 5\r\n\r\nhello"],
  ])("with %s reaches no host", async (_, rest) => {
    await addMirror("example.com");
    await using run = await openTestNetwork("open", internet);
    const answer = await run.send(`POST http://example.com/ HTTP/1.1\r\nhost: example.com\r\n${rest}`);
    expect(summarize(answer)).toMatch(/^4\d\d/);
    expect(internet.dialed).toEqual([]);
  });

  test("with another transfer encoding reaches no host", async () => {
    await using run = await openTestNetwork("open", internet);
    const head = "POST http://example.com/ HTTP/1.1\r\nhost: x\r\nconnection: close\r\n";
    const answer = await run.send(`${head}transfer-encoding: gzip, chunked\r\n\r\n0\r\n\r\n`);
    expect(summarize(answer)).toBe("403 denied: the only transfer encoding for a request is chunked");
  });

  test("for which the host sends no answer is a 502", async () => {
    await internet.add("example.com", `${example}:80`, (socket) => void socket.once("data", () => socket.destroy()));
    await using run = await openTestNetwork("open", internet);
    const answer = await run.send("GET http://example.com/ HTTP/1.1\r\nhost: x\r\nconnection: close\r\n\r\n");
    expect(summarize(answer)).toContain("502 failed: the host did not answer the request");
  });
});

describe("a client that misbehaves", () => {
  test("gets a 431 for headers that never end", async () => {
    await using run = await openTestNetwork("open", internet);
    const answer = await run.send(`GET http://example.com/ HTTP/1.1\r\nhost: x\r\nx: ${"y".repeat(70_000)}`);
    expect(summarize(answer)).toBe("431");
  });

  test("is cut off if its head or its TLS hello does not arrive in time", async () => {
    await internet.add("example.com", `${example}:443`, echo);
    const log = new ConnectionLog(() => 0);
    const entries = [{ kind: "every", host: "", ports: "web" }] as const;
    const world = { entries, outside: internet, log, sockets: new OpenSockets(), headTimeoutMs: 200 };
    const proxy = createProxy(world).listen(0, "127.0.0.1");
    await once(proxy, "listening");
    const address = proxy.address();
    const port = typeof address === "object" && address !== null ? address.port : 0;
    const [slow, silent] = [connect(port, "127.0.0.1"), connect(port, "127.0.0.1")];
    slow.write("GET http://exam");
    silent.write("CONNECT example.com:443 HTTP/1.1\r\nhost: x\r\n\r\n");
    expect(summarize(await readAll(slow))).toBe("408");
    expect(summarize(await readAll(silent))).toBe("200");
    expect(log.rows()).toMatchObject([{ allowed: false, host: "example.com" }]);
    proxy.close();
    world.sockets.closeAll();
  });

  test("that leaves while a connection is opened leaves nothing open", async () => {
    let open = 0;
    await internet.add("example.com", `${example}:80`, (socket) => {
      open += 1;
      socket.on("end", () => (open -= 1)).resume();
    });
    let answer: (addresses: string[]) => void = () => {};
    let lookups = 0;
    internet.resolve = () => {
      lookups += 1;
      return new Promise((resolve) => void (answer = resolve));
    };
    await using run = await openTestNetwork("open", internet);
    const client = run.dial();
    client.write("CONNECT example.com:80 HTTP/1.1\r\nhost: x\r\n\r\n");
    await expect.poll(() => lookups).toBe(1);
    client.destroy();
    await once(client, "close");
    answer([example]);
    await expect.poll(() => internet.dialed).toHaveLength(1);
    await expect.poll(() => open).toBe(0);
  });

  test("gets a 403 beyond 256 connections, until one of them is closed", async () => {
    await internet.add("example.com", `${example}:80`, echo);
    await using run = await openTestNetwork("open", internet);
    const held = Array.from({ length: 256 }, () => run.dial());
    await Promise.all(
      held.map((socket) => {
        socket.write("CONNECT example.com:80 HTTP/1.1\r\nhost: x\r\n\r\n");
        return readUntil(socket, "200 Connection Established");
      }),
    );
    const refusal = "403 denied: too many connections at once";
    expect(await run.tunnel("example.com:80")).toBe(refusal);
    expect(summarize(await run.send("GET http://example.com/ HTTP/1.1\r\nhost: x\r\n\r\n"))).toBe(refusal);
    held[0]?.destroy();
    await expect.poll(() => run.tunnel("evil.org:22")).toBe(portReason);
  });
});

describe("ports of this machine", () => {
  test("are forwarded if the policy names them", async () => {
    await internet.host("127.0.0.1:3000", createServer({ allowHalfOpen: true }, echo));
    await using run = await openTestNetwork(["localhost:3000", "localhost:3001"], internet);
    const [, first, second] = run.network.forwards;
    expect([first?.port, second?.port]).toEqual([3000, 3001]);
    const client = connect({ path: first?.socket ?? "", allowHalfOpen: true });
    client.end("hello");
    expect(await readAll(client)).toBe("hello");
    expect(await readAll(connect({ path: second?.socket ?? "" }))).toBe("");
    await expect
      .poll(() => run.network.connections())
      .toMatchObject([
        { host: "localhost", port: 3000, how: "port", allowed: true, sent: 5, received: 5 },
        { host: "localhost", port: 3001, how: "port", reason: "the host does not answer (ECONNREFUSED)" },
      ]);
  });

  test("a second policy shares nothing with the first", async () => {
    await using one = await openTestNetwork(["example.com"], internet);
    await using other = await openTestNetwork("none", internet);
    expect(one.network.forwards).toHaveLength(1);
    expect(other.network.forwards).toEqual([]);
    expect(other.network.variables).toEqual({});
  });
});

describe("without a loopback of its own", () => {
  test("a run is known by its token", async () => {
    await internet.add("example.com", `${example}:80`, echo);
    await using network = await openNetwork(["example.com", "localhost:3000"], {
      socketFolder: null,
      outside: internet,
    });
    const url = new URL(network.variables["HTTP_PROXY"] ?? "");
    expect(network.loopbackPorts).toEqual([Number(url.port), 3000]);
    expect(network.variables).toMatchObject({ https_proxy: url.href.slice(0, -1), NODE_USE_ENV_PROXY: "1" });
    const ask = (credentials: string) => {
      const client = connect(Number(url.port), "127.0.0.1");
      const value = Buffer.from(credentials).toString("base64");
      client.end(`CONNECT evil.org:80 HTTP/1.1\r\nhost: x\r\nproxy-authorization: Basic ${value}\r\n\r\n`);
      return readAll(client).then(summarize);
    };
    expect(url.password).toMatch(/^[\da-f]{32}$/);
    expect(await ask(`axis:${url.password}`)).toBe(hostReason);
    expect(await ask("axis:wrong")).toBe("407 denied: the run's token is missing");
    expect(await ask(":")).toBe("407 denied: the run's token is missing");
  });
});
