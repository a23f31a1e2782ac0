/** Puts the app on a socket and applies our limits to Node's server. */
import { createAdaptorServer } from "@hono/node-server";
import type { Server, ServerOptions } from "node:http";
import type { Socket } from "node:net";
import { AxisError, errorMessage, systemCode } from "../core/error.ts";
import type { ServerLimits } from "./limits.ts";

/** A server without a socket. Disposing it ends its streams. */
export interface Listenable extends AsyncDisposable {
  readonly app: { readonly fetch: Parameters<typeof createAdaptorServer>[0]["fetch"] };
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
    headersTimeout: Math.min(limits.requestMs, 10_000),
    connectionsCheckingInterval: Math.min(limits.requestMs, 1_000),
    keepAliveTimeout: 5_000,
  };
  const node = createAdaptorServer({ fetch: server.app.fetch, serverOptions }) as Server;
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

/** Status lines for requests that Node could not parse. */
const clientErrorStatuses: Readonly<Record<string, string>> = {
  HPE_HEADER_OVERFLOW: "431 Request Header Fields Too Large",
  ERR_HTTP_REQUEST_TIMEOUT: "408 Request Timeout",
};

function answerClientError(error: Error, socket: Socket): void {
  if (!socket.writable) return void socket.destroy();
  const status = clientErrorStatuses[systemCode(error) ?? ""] ?? "400 Bad Request";
  const body = JSON.stringify({ error: { code: "bad-request", message: status.slice(4) } });
  socket.end(
    `HTTP/1.1 ${status}\r\nConnection: close\r\nContent-Type: application/json\r\n` +
      `X-Content-Type-Options: nosniff\r\nCache-Control: no-store\r\nContent-Length: ${body.length}\r\n\r\n${body}`,
  );
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
