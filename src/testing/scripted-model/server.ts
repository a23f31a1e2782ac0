/** A model server that follows a script: four vendors' APIs on one port of this machine, without any model. */
import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { messageOf } from "../../core/error.ts";
import type { ModelEndpoint } from "../../core/model-endpoint.ts";
import { type BadBody, type Body, readBody } from "./body.ts";
import { deliver, sendJson } from "./delivery.ts";
import { Director } from "./director.ts";
import { objectOf } from "./json-view.ts";
import type { ModelRequest } from "./model-request.ts";
import { readScript } from "./read-script.ts";
import { keyIn, type LoggedRequest, questionParts, scriptedKey } from "./request-log.ts";
import type { ScriptInput } from "./script.ts";
import { workingDirectoryIn } from "./working-directory.ts";
import { wires } from "./wires/table.ts";
import type { Wire } from "./wires/wire.ts";

export interface ScriptedModelOptions {
  /** Hears of each request before it is answered. */
  readonly onRequest?: (request: LoggedRequest) => void;
  /** Default true; false for long runs, whose requests are then only told to `onRequest`. */
  readonly keep?: boolean;
  readonly now?: () => Date;
}

/** A running server. Dispose of it to close it; connections that hang are cut. */
export interface ScriptedModel extends AsyncDisposable {
  /** Where it listens, such as http://127.0.0.1:40001. Clients that want a version add /v1 or /v1beta. */
  readonly url: string;
  /** Its address with a key of its own, as agents take it. */
  readonly endpoint: ModelEndpoint;
  readonly requests: readonly LoggedRequest[];
  /** Whether a request carried `scriptedKey(name)`. */
  sawKey(name: string): boolean;
}

/**
 * Starts a server that answers as the script says. A script that is none is an AxisError.
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
  readonly #director: Director;
  readonly #options: ScriptedModelOptions;
  readonly #server: Server;
  readonly #closing = new AbortController();
  readonly #keys = new Set<string>();
  #count = 0;

  constructor(script: ScriptInput, options: ScriptedModelOptions) {
    this.#options = options;
    this.#director = new Director(readScript(script), options.now ?? (() => new Date()));
    this.#server = createServer((message, response) => void this.#serve(message, response));
    // Codex asks for a WebSocket first and takes this for a no.
    this.#server.on("upgrade", (_message, socket) =>
      socket.end("HTTP/1.1 426 Upgrade Required\r\nConnection: close\r\nContent-Length: 0\r\n\r\n"),
    );
  }

  get url(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  get endpoint(): ModelEndpoint {
    return { url: this.url, key: scriptedKey("agent") };
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

  /** Whatever a script's function or a client does, the server goes on. */
  async #serve(message: IncomingMessage, response: ServerResponse): Promise<void> {
    // Programs that keep connections open would wait for them at their end.
    response.setHeader("connection", "close");
    try {
      await this.#answer(message, response);
    } catch (error) {
      if (response.headersSent || this.#closing.signal.aborted) response.destroy();
      else sendJson(response, 500, { error: { message: `The script failed: ${messageOf(error)}` } });
    }
  }

  async #answer(message: IncomingMessage, response: ServerResponse): Promise<void> {
    const address = new URL(message.url ?? "/", "http://127.0.0.1");
    const path = address.pathname.replace(/\/{2,}/g, "/");
    const body = await readBody(message);
    const came = this.#arrived(message, address, body);
    if ("problem" in body) return this.#refuse(response, came, body);
    const wire = message.method === "POST" ? wires.find((candidate) => candidate.path(path) !== null) : undefined;
    if (wire === undefined) return this.#aside(response, came, Math.ceil(body.bytes / 4));
    const request = requestOn(wire, { path, body: body.value, key: came.key });
    const direction = await this.#director.direct(request);
    this.#log({
      ...came,
      ...questionParts(request),
      conversation: direction.conversation,
      step: direction.step,
      fault: direction.fault?.kind ?? null,
      problem: direction.problem ?? null,
    });
    await deliver(response, direction, { wire, request, closing: this.#closing.signal });
  }

  #arrived(message: IncomingMessage, address: URL, body: Body): LoggedRequest {
    const headers = Object.fromEntries(
      Object.entries(message.headers).map(([name, value]) => [
        name,
        Array.isArray(value) ? value.join(", ") : (value ?? ""),
      ]),
    );
    const key = keyIn(headers, address);
    if (key !== null) this.#keys.add(key);
    this.#count += 1;
    return {
      number: this.#count,
      method: message.method ?? "",
      path: address.pathname + address.search,
      ...unanswered,
      key,
      headers,
      body: "problem" in body ? null : body.value,
    };
  }

  #refuse(response: ServerResponse, came: LoggedRequest, { status, problem }: BadBody): void {
    this.#log({ ...came, problem });
    sendJson(response, status, { error: { message: problem } });
  }

  /** What is no question to a model: a count of tokens, a list of models, something unknown. */
  #aside(response: ServerResponse, came: LoggedRequest, tokens: number): void {
    const path = came.path.replace(/\?.*$/, "");
    const count = wires.map((wire) => (came.method === "POST" ? wire.aside?.(path, tokens) : null)).find(Boolean);
    const isList = came.method === "GET" && path.endsWith("/models");
    const known = count ?? (isList ? { object: "list", data: [], models: [] } : null);
    this.#log(known === null ? { ...came, problem: "Nothing is known at this address" } : came);
    sendJson(
      response,
      known === null ? 404 : 200,
      known ?? { error: { message: `${came.method} ${path} is not known` } },
    );
  }

  #log(request: LoggedRequest): void {
    if (this.#options.keep ?? true) this.requests.push(request);
    this.#options.onRequest?.(request);
  }
}

/** Of a request that is no question to a model. */
const unanswered = {
  wire: null,
  model: null,
  stream: false,
  conversation: null,
  step: null,
  fault: null,
  problem: null,
  tools: [],
} as const;

function requestOn(
  wire: Wire,
  { path, body, key }: { readonly path: string; readonly body: unknown; readonly key: string | null },
): ModelRequest {
  const match = wire.path(path);
  if (match === null) throw new Error(`${path} is not on the wire ${wire.name}`);
  const parts = wire.read(objectOf(body), match);
  return { ...parts, wire: wire.name, key, workingDirectory: workingDirectoryIn(parts.text) };
}
