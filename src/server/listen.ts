/** Puts the app on a socket and applies our limits to Node's server. */
import { getRequestListener, RequestError } from "@hono/node-server";
import { createServer, type Server, type ServerOptions } from "node:http";
import type { Socket } from "node:net";
import { AxisError, errorMessage, systemCode } from "../core/error.ts";
import { newId } from "../store/sql/ids.ts";
import type { Bindings } from "./deps.ts";
import { securityHeaders } from "./guards/every-request.ts";
import type { ServerLimits } from "./limits.ts";

/** A server without a socket. Disposing it ends its streams. */
export interface Listenable extends AsyncDisposable {
  readonly app: { readonly fetch: (request: Request, bindings: Bindings) => Response | Promise<Response> };
  readonly limits: ServerLimits;
}

export interface ListenOptions {
  readonly host: string;
  /** 0 picks any free port. */
  readonly port: number;
  /** The command to name in the hint if the port is taken; default serve. */
  readonly command?: string;
}

export interface Listening extends AsyncDisposable {
  readonly port: number;
}

/** Open connections get this long to finish before they are closed. */
const closeTimeoutMs = 5_000;

/** Listens until disposed: open streams are told, and everything is closed within ten seconds. */
export async function listen(server: Listenable, { host, port, command }: ListenOptions): Promise<Listening> {
  const { limits } = server;
  const serverOptions: ServerOptions = {
    maxHeaderSize: limits.headerBytes,
    requestTimeout: limits.requestMs,
    // Also cuts connections that never send a byte.
    headersTimeout: Math.min(limits.requestMs, 10_000),
    connectionsCheckingInterval: Math.min(limits.requestMs, 1_000),
    keepAliveTimeout: 5_000,
  };
  const answer = getRequestListener(server.app.fetch, { errorHandler: answerUnroutable });
  const node = createServer(serverOptions, (request, response) => void answer(request, response));
  node.on("clientError", answerClientError);
  await openPort(node, { host, port, command: command ?? "serve" });
  const address = node.address();
  return {
    port: typeof address === "object" && address !== null ? address.port : port,
    async [Symbol.asyncDispose]() {
      const closed = new Promise<void>((resolve) => node.close(() => resolve()));
      await server[Symbol.asyncDispose]();
      node.closeIdleConnections();
      const timer = setTimeout(() => node.closeAllConnections(), closeTimeoutMs);
      await closed;
      clearTimeout(timer);
    },
  };
}

/** Answers a request whose address or host cannot be understood, so that no route is asked. */
function answerUnroutable(error: unknown): Response {
  const isBadRequest = error instanceof RequestError;
  const { body, headers } = describeProblem(
    isBadRequest ? "The address or the host is not valid" : "Internal server error",
  );
  return new Response(body, { status: isBadRequest ? 400 : 500, headers: [...headers] });
}

/** Status lines for requests that Node could not parse. */
const clientErrorStatuses: Readonly<Record<string, string>> = {
  HPE_HEADER_OVERFLOW: "431 Request Header Fields Too Large",
  ERR_HTTP_REQUEST_TIMEOUT: "408 Request Timeout",
};

function answerClientError(error: Error, socket: Socket): void {
  if (!socket.writable) return void socket.destroy();
  const status = clientErrorStatuses[systemCode(error) ?? ""] ?? "400 Bad Request";
  const { body, headers } = describeProblem(status.slice(4));
  const lines = [...headers, ["Content-Length", String(Buffer.byteLength(body))], ["Connection", "close"]];
  socket.end(`HTTP/1.1 ${status}\r\n${lines.map((line) => `${line.join(": ")}\r\n`).join("")}\r\n${body}`);
}

/** The same body and headers as every other problem has. */
function describeProblem(message: string): { body: string; headers: readonly [string, string][] } {
  const requestId = newId("req", new Date());
  const code = message === "Internal server error" ? "internal" : "bad-request";
  return {
    body: JSON.stringify({ error: { code, message }, request_id: requestId }),
    headers: [
      ...securityHeaders.map(([name, value]): [string, string] => [name, value]),
      ["Content-Type", "application/json"],
      ["X-Request-Id", requestId],
    ],
  };
}

function openPort(node: Server, { host, port, command }: Required<ListenOptions>): Promise<void> {
  return new Promise((resolve, reject) => {
    node.once("error", (cause) =>
      reject(
        new AxisError("flag-invalid", `Port ${port} of ${host} could not be opened: ${errorMessage(cause)}`, {
          hint: `Choose another with: axis ${command} --port <n>`,
          cause,
        }),
      ),
    );
    node.listen(port, host, () => resolve());
  });
}
