/** A model server that follows a script: the APIs of four vendors on one local port, without any model. */
import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { setTimeout as wait } from "node:timers/promises";
import { errorMessage } from "../../core/error.ts";
import type { ModelEndpoint } from "../../core/model/model-endpoint.ts";
import type { ModelAnswer } from "./answer.ts";
import { type Body, readBody } from "./body.ts";
import { toObject } from "./json-view.ts";
import type { ModelRequest } from "./model-request.ts";
import { parseScript } from "./parse-script.ts";
import { type LoggedRequest, scriptedKey, toLoggedRequest, toQuestionFields } from "./request-log.ts";
import { type ScriptedResponse, ScriptPlayer } from "./script-player.ts";
import type { ScriptFault, ScriptInput } from "./script.ts";
import { anthropicWire } from "./wires/anthropic.ts";
import { geminiWire } from "./wires/gemini.ts";
import { openaiChatWire } from "./wires/openai-chat.ts";
import { openaiResponsesWire } from "./wires/openai-responses.ts";
import type { StreamEvent, Wire } from "./wires/wire.ts";

/** Writes an answer or a fault to the connection. */
interface RoutedQuestion {
  readonly wire: Wire;
  readonly request: ModelRequest;
  /** Aborted when the server closes. */
  readonly closing: AbortSignal;
}

async function deliver(response: ServerResponse, direction: ScriptedResponse, question: RoutedQuestion): Promise<void> {
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

function sendJson(response: ServerResponse, status: number, body: object): void {
  response.writeHead(status, { "content-type": "application/json" });
  response.end(JSON.stringify(body));
}

const faultMessages: Readonly<Record<number, string>> = {
  401: "The script marks this key as invalid",
  429: "The script simulates too many requests",
};

function sendFault(
  response: ServerResponse,
  fault: Exclude<ScriptFault, { kind: "drop-mid-stream" }>,
  wire: Wire,
): void {
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

/** How programs state it; the rest of the line is the path. */
const directoryPatterns: readonly RegExp[] = [
  // Claude Code, OpenCode, Cline and others.
  /working directory: *(\/[^\n]+)/i,
  // Codex.
  /<cwd>(\/[^<\n]+)<\/cwd>/,
  // Gemini CLI and Qwen Code.
  /working in the directory: (\/[^\n]+)/i,
  /workspace directories:\**\s+- (\/[^\n]+)/i,
];

export function findWorkingDirectory(text: string): string | null {
  for (const sentence of directoryPatterns) {
    const found = sentence.exec(text)?.[1];
    if (found !== undefined) return found.trim();
  }
  return null;
}

/** The vendor APIs that the scripted model supports. */
const wires: readonly Wire[] = [anthropicWire, openaiResponsesWire, openaiChatWire, geminiWire];

type Route =
  | { readonly kind: "question"; readonly wire: Wire; readonly request: ModelRequest }
  /** A count of tokens, or a list of models. */
  | { readonly kind: "aside"; readonly answer: object }
  | { readonly kind: "refused"; readonly status: number; readonly problem: string };

export function routeRequest({ method, path: address, key }: LoggedRequest, body: Body): Route {
  if ("problem" in body) return { kind: "refused", ...body };
  const path = address.replace(/\?.*$/s, "").replace(/\/{2,}/g, "/");
  const aside = method === "POST" ? countTokens(path, body.bytes) : listModels(method, path);
  if (aside !== null) return { kind: "aside", answer: aside };
  for (const wire of method === "POST" ? wires : []) {
    const match = wire.path(path);
    if (match === null) continue;
    const parts = wire.read(toObject(body.value), match);
    const workingDirectory = findWorkingDirectory(parts.text);
    return { kind: "question", wire, request: { ...parts, wire: wire.name, key, workingDirectory } };
  }
  return { kind: "refused", status: 404, problem: `Unknown address: ${method} ${path}` };
}

/** A rough count: four bytes per token. */
function countTokens(path: string, bytes: number): object | null {
  return (
    wires.map((wire) => wire.aside?.(path, Math.ceil(bytes / 4)) ?? null).find((answer) => answer !== null) ?? null
  );
}

function listModels(method: string, path: string): object | null {
  return method === "GET" && path.endsWith("/models") ? { object: "list", data: [], models: [] } : null;
}

export interface ScriptedModelOptions {
  /** Called for each request before it is answered. */
  readonly onRequest?: (request: LoggedRequest) => void;
  /** Default true. Use false for long runs: requests then only go to `onRequest`. */
  readonly keep?: boolean;
  readonly now?: () => Date;
}

/** A running server. Dispose it to close it; hanging connections are cut. */
export interface ScriptedModel extends AsyncDisposable {
  /** Its address, such as http://127.0.0.1:40001. Clients that need a version append /v1 or /v1beta. */
  readonly url: string;
  /** The address with an API key, in the form that agents take. */
  readonly endpoint: ModelEndpoint;
  readonly requests: readonly LoggedRequest[];
  /** Whether a request carried `scriptedKey(name)`. */
  sawKey(name: string): boolean;
}

/**
 * Starts a server that answers as the script says. Throws an AxisError for an invalid script.
 * @example
 * await using model = await openScriptedModel({ steps: [{ text: "Done." }] });
 * const reply = await fetch(`${model.url}/v1/messages`, { method: "POST", body: JSON.stringify({ messages: [] }) });
 */
export async function openScriptedModel(
  script: ScriptInput,
  options: ScriptedModelOptions = {},
): Promise<ScriptedModel> {
  const running = new RunningModel(script, options);
  await running.listen();
  return running;
}

class RunningModel implements ScriptedModel {
  readonly requests: LoggedRequest[] = [];
  readonly #player: ScriptPlayer;
  readonly #options: ScriptedModelOptions;
  readonly #server: Server;
  readonly #closing = new AbortController();
  readonly #keys = new Set<string>();
  #count = 0;

  constructor(script: ScriptInput, options: ScriptedModelOptions) {
    this.#options = options;
    this.#player = new ScriptPlayer(parseScript(script), options.now ?? (() => new Date()));
    this.#server = createServer((message, response) => void this.#serve(message, response));
    // Codex tries a WebSocket first and falls back to HTTP after this response.
    this.#server.on("upgrade", (_message, socket) => {
      // The client may hang up on the refusal, which is fine.
      socket.on("error", () => {});
      socket.end("HTTP/1.1 426 Upgrade Required\r\nConnection: close\r\nContent-Length: 0\r\n\r\n");
    });
  }

  get url(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  get endpoint(): ModelEndpoint {
    return { url: this.url, key: scriptedKey("agent"), scripted: true };
  }

  sawKey(name: string): boolean {
    return this.#keys.has(scriptedKey(name));
  }

  listen(): Promise<void> {
    return new Promise((resolve, reject) => {
      this.#server.once("error", reject);
      this.#server.listen(0, "127.0.0.1", resolve);
    });
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#closing.abort();
    const closed = new Promise<void>((resolve) => this.#server.close(() => resolve()));
    this.#server.closeAllConnections();
    await closed;
  }

  /** Keeps the server running whatever a function of the script or a client does. */
  async #serve(message: IncomingMessage, response: ServerResponse): Promise<void> {
    // Programs that keep connections open would wait for them when they exit.
    response.setHeader("connection", "close");
    try {
      await this.#answer(message, response);
    } catch (error) {
      if (response.headersSent || this.#closing.signal.aborted) response.destroy();
      else sendJson(response, 500, { error: { message: `The script failed: ${errorMessage(error)}` } });
    }
  }

  async #answer(message: IncomingMessage, response: ServerResponse): Promise<void> {
    const body = await readBody(message);
    this.#count += 1;
    const came = toLoggedRequest(message, body, this.#count);
    if (came.key !== null) this.#keys.add(came.key);
    const route = routeRequest(came, body);
    if (route.kind === "question") return this.#respond(response, came, route);
    if (route.kind === "aside") {
      this.#log(came);
      return sendJson(response, 200, route.answer);
    }
    this.#log({ ...came, problem: route.problem });
    sendJson(response, route.status, { error: { message: route.problem } });
  }

  async #respond(response: ServerResponse, came: LoggedRequest, route: Route & { kind: "question" }): Promise<void> {
    const { wire, request } = route;
    const asked = { ...came, ...toQuestionFields(request) };
    const direction = await this.#player.respond(request).catch((error: unknown) => {
      this.#log({ ...asked, problem: `The script failed: ${errorMessage(error)}` });
      throw error;
    });
    const { conversation, step, fault, problem } = direction;
    this.#log({ ...asked, conversation, step, fault: fault?.kind ?? null, problem: problem ?? null });
    await deliver(response, direction, { wire, request, closing: this.#closing.signal });
  }

  #log(request: LoggedRequest): void {
    if (this.#options.keep ?? true) this.requests.push(request);
    this.#options.onRequest?.(request);
  }
}
