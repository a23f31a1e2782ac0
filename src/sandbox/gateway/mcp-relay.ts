/** Passes requests on to a declared MCP server: its address and its headers stay outside. */
import type { IncomingMessage, ServerResponse } from "node:http";
import { pipeline } from "node:stream/promises";
import type { McpServer } from "../../core/scenario/mcp-server.ts";
import { toClientHeaders, toUpstreamHeaders } from "./headers.ts";
import { sendOwnAnswer } from "./own-answer.ts";
import { decode, readRequestBytes } from "./read-request.ts";
import type { Upstream } from "./upstream.ts";

/** Servers hold a stream open for as long as a session lasts. */
const silenceMs = 2 ** 31 - 1;

export async function relayMcp(
  { message, response }: { readonly message: IncomingMessage; readonly response: ServerResponse },
  server: McpServer | undefined,
  upstream: Upstream,
): Promise<void> {
  if (server?.type !== "http")
    return sendOwnAnswer(response, { status: 404, message: "This run has no such MCP server" }, "openai");
  const body = await readRequestBytes(message);
  if (body === null) return sendOwnAnswer(response, { status: 413, message: "The request is too large" }, "openai");
  const left = new AbortController();
  response.on("close", () => left.abort());
  const headers = { ...toUpstreamHeaders(message.headers), ...lowerNames(server.headers ?? {}) };
  const answer = await upstream.send(
    {
      method: message.method ?? "GET",
      url: new URL(server.url),
      headers,
      body: body.length === 0 ? null : body,
    },
    { abort: left.signal, silenceMs },
  );
  if (answer.kind === "answer") return await passOn(answer.response, response);
  if (answer.why !== "stopped") response.destroy();
}

async function passOn(answer: IncomingMessage, response: ServerResponse): Promise<void> {
  const { statusCode: status = 502, headers } = answer;
  const readable = decode(answer, headers["content-encoding"]);
  if (readable === null || (status >= 300 && status < 400)) {
    answer.destroy();
    return sendOwnAnswer(response, { status: 502, message: "AXIS cannot pass on this server's answer" }, "openai");
  }
  response.writeHead(status, toClientHeaders(headers));
  response.flushHeaders();
  // A cut on either side ends the other; MCP clients deal with it themselves.
  await pipeline(readable, response).catch(() => response.destroy());
}

function lowerNames(headers: Readonly<Record<string, string>>): Record<string, string> {
  return Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]));
}
