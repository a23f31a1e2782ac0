/** Writes an answer or a fault to the connection. */
import type { ServerResponse } from "node:http";
import { setTimeout as wait } from "node:timers/promises";
import type { ModelAnswer } from "./answer.ts";
import type { ScriptedResponse } from "./script-player.ts";
import type { ModelRequest } from "./model-request.ts";
import type { ScriptFault } from "./script.ts";
import type { StreamEvent, Wire } from "./wires/wire.ts";

interface RoutedQuestion {
  readonly wire: Wire;
  readonly request: ModelRequest;
  /** Aborted when the server closes. */
  readonly closing: AbortSignal;
}

export async function deliver(response: ServerResponse, direction: ScriptedResponse, question: RoutedQuestion): Promise<void> {
  const { fault, answer, problem, delayMs } = direction;
  const { wire, closing } = question;
  if (fault !== undefined && fault.kind !== "drop-mid-stream") return sendFault(response, fault, wire);
  if (answer === undefined)
    return sendJson(response, 400, wire.error({ status: 400, message: problem ?? "no answer" }));
  // Rejects when the server closes, because its connections are gone then.
  if (delayMs !== undefined) await wait(delayMs, undefined, { signal: closing });
  if (fault === undefined) sendAnswer(response, answer, question);
  else cutAnswer(response, answer, question);
}

function sendAnswer(response: ServerResponse, answer: ModelAnswer, { wire, request }: RoutedQuestion): void {
  if (!request.stream) return sendJson(response, 200, wire.plain(answer, request));
  response.writeHead(200, { "content-type": "text/event-stream" });
  response.end(wire.stream(answer, request).map(formatStreamEvent).join(""));
}

/** Sends the first half, and waits until it is written before closing the connection. */
function cutAnswer(response: ServerResponse, answer: ModelAnswer, { wire, request }: RoutedQuestion): void {
  const parts = request.stream
    ? wire.stream(answer, request).map(formatStreamEvent)
    : [...JSON.stringify(wire.plain(answer, request))];
  const half = parts.slice(0, Math.max(1, Math.floor(parts.length / 2)));
  // Keep-alive and chunked, because clients take the end of any other connection for the end of the answer.
  response.setHeader("connection", "keep-alive");
  response.setHeader("content-type", request.stream ? "text/event-stream" : "application/json");
  response.write(half.join(""), () => response.destroy());
}

export function sendJson(response: ServerResponse, status: number, body: object): void {
  response.writeHead(status, { "content-type": "application/json" });
  response.end(JSON.stringify(body));
}

const faultMessages: Readonly<Record<number, string>> = {
  401: "The script marks this key as invalid",
  429: "The script simulates too many requests",
};

function sendFault(response: ServerResponse, fault: Exclude<ScriptFault, { kind: "drop-mid-stream" }>, wire: Wire): void {
  if (fault.kind === "hang") return;
  if (fault.kind === "drop") return void response.destroy();
  if (fault.kind === "garbage") {
    response.writeHead(200, { "content-type": "application/json" });
    return void response.end('{"this is": no JSON');
  }
  const { status, retryAfterSeconds } = fault;
  if (retryAfterSeconds !== undefined) response.setHeader("retry-after", String(retryAfterSeconds));
  sendJson(
    response,
    status,
    wire.error({ status, message: fault.message ?? faultMessages[status] ?? `The script simulates status ${status}` }),
  );
}

function formatStreamEvent({ event, data }: StreamEvent): string {
  const name = event === undefined ? "" : `event: ${event}\n`;
  return `${name}data: ${typeof data === "string" ? data : JSON.stringify(data)}\n\n`;
}
