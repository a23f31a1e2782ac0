/** The proxy of one run: an HTTP server in AXIS that connects the run to the hosts its policy allows, and to nothing else. */
import { createHash, timingSafeEqual } from "node:crypto";
import { createServer, type IncomingMessage, type Server, type ServerResponse, STATUS_CODES } from "node:http";
import type { Socket } from "node:net";
import type { Duplex } from "node:stream";
import type { HostEntry } from "../../core/config/host-entry.ts";
import { errorMessage } from "../../core/error.ts";
import type { Connection } from "../../core/run/connections.ts";
import { decide, parseTarget, type Target } from "./allowlist.ts";
import type { ConnectionLog } from "./connection-log.ts";
import type { OpenSockets } from "./open-sockets.ts";
import { type Outside, reach } from "./outside.ts";
import { parsePlainUrl, sendRequest } from "./plain-request.ts";
import { joinSockets, readHello } from "./tunnel.ts";

export interface ProxyWorld {
  readonly entries: readonly HostEntry[];
  readonly outside: Outside;
  readonly log: ConnectionLog;
  readonly sockets: OpenSockets;
  /** Without its own socket, a run is known by this. */
  readonly token?: string;
  /** How long a request's head, and then a TLS hello, may take; default 10 s. */
  readonly headTimeoutMs?: number;
}

const maxHeadBytes = 64 * 1024;
/** Beyond the connections that are answered with a refusal, more are closed without an answer. */
const mostAccepted = 1024;

const tlsPort = 443;
const defaultTimeoutMs = 10_000;

/** The caller lets it listen, and closes it. */
export function createProxy(world: ProxyWorld): Server {
  const headTimeoutMs = world.headTimeoutMs ?? defaultTimeoutMs;
  const beyondLimit = new WeakSet<Duplex>();
  const server = createServer({
    maxHeaderSize: maxHeadBytes,
    headersTimeout: headTimeoutMs,
    // An upload may take as long as the run.
    requestTimeout: 0,
    connectionsCheckingInterval: Math.ceil(headTimeoutMs / 4),
  });
  server.maxConnections = mostAccepted;
  server.on("connection", (socket) => {
    if (!world.sockets.addInside(socket)) beyondLimit.add(socket);
  });
  server.on("connect", (request, socket: Socket, head) => {
    const exchange = { world, request, isBeyondLimit: beyondLimit.has(socket) };
    openTunnel(exchange, socket, head).catch((error: unknown) => refuseTunnel(socket, toRefusal(error)));
  });
  server.on("request", (request, response) => {
    const exchange = { world, request, isBeyondLimit: beyondLimit.has(request.socket) };
    passOn(exchange, response).catch((error: unknown) => refuseRequest(response, toRefusal(error)));
  });
  return server;
}

/** One request to the proxy. */
interface Exchange {
  readonly world: ProxyWorld;
  readonly request: IncomingMessage;
  readonly isBeyondLimit: boolean;
}

/** An answer of the proxy itself. */
interface Refusal {
  readonly status: 403 | 407 | 502;
  readonly reason: string;
}

async function openTunnel(exchange: Exchange, inside: Socket, head: Buffer): Promise<void> {
  const { world, request } = exchange;
  const target = parseTarget(request.url ?? "");
  const reached = await permit(exchange, "connect", target ?? { problem: "the target is not a host and a port" });
  if ("status" in reached || target === null) return refuseTunnel(inside, "status" in reached ? reached : unreadable);
  const outside = reached.socket;
  if (inside.destroyed) return void outside.destroy();
  inside.write("HTTP/1.1 200 Connection Established\r\n\r\n");
  const attempt = { host: target.host.text, port: target.port, how: "connect" } as const;
  const timeoutMs = world.headTimeoutMs ?? defaultTimeoutMs;
  const first =
    target.port === tlsPort ? await readHello(inside, head, { host: target.host.text, timeoutMs }) : { bytes: head };
  if ("denied" in first) {
    world.log.add({ ...attempt, allowed: false, reason: first.denied });
    outside.destroy();
    return void inside.destroy();
  }
  world.log.add({ ...attempt, allowed: true }, outside);
  outside.write(first.bytes);
  joinSockets(inside, outside);
}

async function passOn(exchange: Exchange, response: ServerResponse): Promise<void> {
  const { world, request } = exchange;
  const plain = parsePlainUrl(request);
  const reached = await permit(exchange, "http", "problem" in plain ? plain : plain.target);
  if ("status" in reached || "problem" in plain)
    return refuseRequest(response, "status" in reached ? reached : unreadable);
  const { host, port } = plain.target;
  world.log.add({ host: host.text, port, how: "http", allowed: true }, reached.socket);
  await sendRequest(plain, { request, response, outside: reached.socket });
}

const unreadable: Refusal = { status: 403, reason: "the request cannot be read" };

/** Decides, and connects. What is refused, or fails, is logged here. */
async function permit(
  { world, request, isBeyondLimit }: Exchange,
  how: Connection["how"],
  asked: Target | { readonly problem: string },
): Promise<{ readonly socket: Socket } | Refusal> {
  if (!hasToken(request, world.token)) return { status: 407, reason: "the run's token is missing" };
  const { host, port } = "problem" in asked ? { host: { text: request.url ?? "" }, port: 0 } : asked;
  const refuse = (status: Refusal["status"], reason: string): Refusal => {
    world.log.add({ host: host.text, port, how, allowed: status === 502, reason });
    return { status, reason };
  };
  if (isBeyondLimit) return refuse(403, "too many connections at once");
  if ("problem" in asked) return refuse(403, asked.problem);
  const decision = decide(asked, world.entries);
  if (!decision.allowed) return refuse(403, decision.reason);
  const reached = await reach(asked, world.outside);
  if ("denied" in reached) return refuse(403, reached.denied);
  if ("failed" in reached) return refuse(502, reached.failed);
  world.sockets.addOutside(reached.socket);
  return reached;
}

/** Programs send it as the password of the proxy's URL. */
function hasToken({ headers }: IncomingMessage, token: string | undefined): boolean {
  if (token === undefined) return true;
  const [, encoded = ""] = /^basic ([\w+/=-]+)$/i.exec(headers["proxy-authorization"] ?? "") ?? [];
  const password = Buffer.from(encoded, "base64")
    .toString("latin1")
    .replace(/^[^:]*:/, "");
  const hash = (text: string) => createHash("sha256").update(text).digest();
  return timingSafeEqual(hash(password), hash(token));
}

/** Not reached by any request we know of; AXIS must survive it all the same, and the answer says what happened. */
function toRefusal(error: unknown): Refusal {
  return { status: 502, reason: errorMessage(error) };
}

function describeRefusal({ status, reason }: Refusal): { headers: Record<string, string>; body: string } {
  const printable = reason.replaceAll(/[^\x20-\x7e]/g, "?");
  const body = `AXIS did not connect: ${printable}.\n`;
  const kind = status === 502 ? "failed" : "denied";
  return {
    body,
    headers: {
      "x-axis": kind,
      "x-axis-reason": printable,
      "content-type": "text/plain",
      "content-length": String(body.length),
      ...(status === 407 ? { "proxy-authenticate": 'Basic realm="axis"' } : {}),
      connection: "close",
    },
  };
}

function refuseTunnel(inside: Socket, refusal: Refusal): void {
  const { headers, body } = describeRefusal(refusal);
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`);
  inside.end(`HTTP/1.1 ${refusal.status} ${STATUS_CODES[refusal.status]}\r\n${lines.join("")}\r\n${body}`);
  // What else arrives is dropped; otherwise the connection would stay open.
  inside.resume().setTimeout(defaultTimeoutMs, () => inside.destroy());
}

function refuseRequest(response: ServerResponse, refusal: Refusal): void {
  if (response.headersSent) return void response.destroy();
  const { headers, body } = describeRefusal(refusal);
  response.writeHead(refusal.status, headers).end(body);
}
