/** A model server that follows a script: the APIs of four vendors on one local port, without any model. */
import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { errorMessage } from "../../core/error.ts";
import type { ModelEndpoint } from "../../core/model/model-endpoint.ts";
import { readBody } from "./body.ts";
import { deliver, sendJson } from "./delivery.ts";
import { ScriptPlayer } from "./script-player.ts";
import { parseScript } from "./parse-script.ts";
import { toLoggedRequest, type LoggedRequest, toQuestionFields, scriptedKey } from "./request-log.ts";
import { type Route, routeRequest } from "./routing.ts";
import type { ScriptInput } from "./script.ts";

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
