/** The model gateway of one run: takes the run's token, adds the real key, and records what it sees. */
import { randomBytes } from "node:crypto";
import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { errorMessage } from "../../core/error.ts";
import type { ModelCall } from "../../core/model/model-call.ts";
import { listPrices } from "../../core/model/price-table.ts";
import { computeCost, computeCostByName } from "../../core/model/price.ts";
import { type CallDraft, exchange, type ExchangeInput, refuse } from "./exchange.ts";
import type { GatewayOptions } from "./gateway-options.ts";
import { findTokenPlace } from "./headers.ts";
import { relayMcp } from "./mcp-relay.ts";
import { sendOwnAnswer } from "./own-answer.ts";
import { RequestCap } from "./request-cap.ts";
import { findErrorFormat, findRoute } from "./routes.ts";
import { Upstream } from "./upstream.ts";

/** An open gateway. Disposing it cuts what is in flight and forgets the token. */
export interface Gateway extends AsyncDisposable {
  /** Origin without a trailing slash, as programs see it. */
  readonly url: string;
  /** 128 random bits; valid here and nowhere else. */
  readonly token: string;
  /** The requests that have ended, in that order. */
  readonly calls: readonly ModelCall[];
}

export async function openGateway(options: GatewayOptions): Promise<Gateway> {
  const gateway = new RunningGateway(options);
  await gateway.listen();
  return gateway;
}

/** More than any run makes; beyond it only the end of a conversation could be lost. */
const maxCalls = 50_000;
/** Longer than most tools run, so that a program rarely finds its connection closed just as it uses it. */
const keepAliveTimeout = 60_000;
const cappedAnswer = { status: 429, message: "AXIS limits the requests of a run", retryAfterSeconds: 1 };

class RunningGateway implements Gateway {
  readonly token = `sk-axis-${randomBytes(16).toString("hex")}`;
  readonly calls: ModelCall[] = [];
  readonly #options: GatewayOptions;
  readonly #server: Server;
  readonly #upstream: Upstream;
  readonly #cap: RequestCap;
  readonly #now: () => Date;

  constructor(options: GatewayOptions) {
    this.#options = options;
    this.#now = options.now ?? (() => new Date());
    this.#upstream = new Upstream(options.env);
    this.#cap = new RequestCap(options.caps ?? {}, () => performance.now());
    // Kept open, because with any other connection some clients take a cut for the end of an answer.
    this.#server = createServer({ keepAliveTimeout }, (message, response) => void this.#serve(message, response));
    // Codex tries a WebSocket first and falls back to HTTP after this answer.
    this.#server.on("upgrade", (_message, socket) => {
      socket.on("error", () => {});
      socket.end("HTTP/1.1 426 Upgrade Required\r\nConnection: close\r\nContent-Length: 0\r\n\r\n");
    });
  }

  get url(): string {
    return this.#options.url ?? `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  listen(): Promise<void> {
    const { listen } = this.#options;
    return new Promise((resolve, reject) => {
      this.#server.once("error", reject);
      if ("socket" in listen) this.#server.listen(listen.socket, resolve);
      else this.#server.listen(listen.port, "127.0.0.1", resolve);
    });
  }

  async [Symbol.asyncDispose](): Promise<void> {
    const closed = new Promise<void>((resolve) => this.#server.close(() => resolve()));
    this.#server.closeAllConnections();
    this.#upstream[Symbol.dispose]();
    await closed;
  }

  /** Keeps the gateway running whatever a client sends. */
  async #serve(message: IncomingMessage, response: ServerResponse): Promise<void> {
    response.on("error", () => {});
    message.on("error", () => {});
    try {
      await this.#route(message, response);
    } catch (error) {
      sendOwnAnswer(response, { status: 502, message: `The gateway failed: ${errorMessage(error)}` }, "openai");
    }
  }

  async #route(message: IncomingMessage, response: ServerResponse): Promise<void> {
    const written = message.url ?? "/";
    if (!URL.canParse(written, "http://gateway"))
      return sendOwnAnswer(response, { status: 400, message: "Unreadable address" }, "openai");
    const url = new URL(written, "http://gateway");
    const route = findRoute(message.method ?? "", url.pathname);
    const answer = (status: number, text: string) =>
      sendOwnAnswer(response, { status, message: text }, findErrorFormat(route, url.pathname));
    const place = findTokenPlace(message.headers, url.searchParams, this.token);
    if (place === null) return answer(401, "This is not the token of a running AXIS run");
    if (route === null) return answer(404, "AXIS does not pass on this request");
    if (route.kind === "mcp")
      return await relayMcp({ message, response }, this.#findServer(route.server), this.#upstream);
    const target = Object.hasOwn(this.#options.providers, route.provider)
      ? this.#options.providers[route.provider]
      : undefined;
    if (target === undefined) return answer(404, `This run has no key for ${route.provider}`);
    await this.#exchange({ message, response, url, route, place, target });
  }

  #findServer(name: string) {
    const { mcpServers = {} } = this.#options;
    return Object.hasOwn(mcpServers, name) ? mcpServers[name] : undefined;
  }

  async #exchange(input: ExchangeInput): Promise<void> {
    const began = performance.now();
    const draft = this.#newDraft(input);
    using entered = this.#cap.enter();
    try {
      if (entered === null) {
        refuse(input, draft, cappedAnswer);
        draft.ending = "capped";
      } else if (this.#options.isStopped?.() === true)
        refuse(input, draft, { status: 403, message: "This run has reached its limit" });
      else await exchange(input, draft, { options: this.#options, upstream: this.#upstream });
    } finally {
      draft.durationMs = Math.round(performance.now() - began);
      this.#record(draft);
    }
  }

  #newDraft({ route }: ExchangeInput): CallDraft {
    return {
      at: this.#now().toISOString(),
      provider: route.provider,
      wire: route.wire?.name ?? "other",
      model: route.model,
      // Stays if the client leaves before its request was read.
      ending: "left",
      status: null,
      offersTools: false,
      calledTool: false,
      durationMs: 0,
      waitedMs: 0,
      attempts: 0,
    };
  }

  #record(draft: CallDraft): void {
    const { model, usage, provider } = draft;
    if (usage !== undefined) {
      const prices = { ...listPrices, ...this.#options.prices };
      draft.costUsd =
        model === null
          ? null
          : (computeCost(`${provider}/${model}`, usage, prices) ?? computeCostByName(model, usage, prices));
    }
    if (this.calls.length < maxCalls) this.calls.push(draft);
    this.#options.onCall?.(draft);
  }
}
