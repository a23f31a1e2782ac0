/** Sends requests to a server with the token. Respects retry-after, waits while the server restarts, and refuses redirects. */
import { setTimeout as sleep } from "node:timers/promises";
import type { ServerAddress } from "./server-address.ts";
import { readServerWaitMs, ServerUnavailable, toServerError } from "./server-errors.ts";

const firstPauseMs = 250;
const longestPauseMs = 5_000;
const answerMs = 60_000;

export interface ServerRequest {
  readonly method: "GET" | "POST" | "PUT";
  /** Relative to the server's address, such as "v1/runs". */
  readonly path: string;
  readonly query?: Readonly<Record<string, string>>;
  /** Sent as JSON. */
  readonly body?: unknown;
  /** Sent unchanged; called again for every try. */
  readonly content?: () => ReadableStream<Uint8Array>;
  readonly headers?: Readonly<Record<string, string>>;
  /** How long to wait for an unavailable server. By default, the request fails at once. */
  readonly patienceMs?: number;
  /** The response has no time limit; the request ends only when this signal fires. */
  readonly stream?: AbortSignal | "to its end";
}

type RequestOutcome<T> = { readonly value: T } | { readonly trouble: Error; readonly waitMs: number | undefined };

export class ServerClient {
  readonly origin: string;

  constructor(
    readonly address: ServerAddress,
    readonly pause: (ms: number) => Promise<unknown> = sleep,
  ) {
    this.origin = address.base.origin;
  }

  /** Returns what `read` makes of a successful response; throws ServerUnavailable or ServerRefusal. */
  async send<T>(ask: ServerRequest, read: (answer: Response) => Promise<T>): Promise<T> {
    const until = performance.now() + (ask.patienceMs ?? 0);
    for (let failures = 0; ;) {
      const got = await this.#once(ask, read);
      if ("value" in got) return got.value;
      const isAway = got.trouble instanceof ServerUnavailable;
      if (isAway ? performance.now() >= until : got.waitMs === undefined) throw got.trouble;
      await this.pause(got.waitMs ?? Math.min(longestPauseMs, firstPauseMs * 2 ** failures));
      if (isAway) failures += 1;
    }
  }

  /** The parsed JSON response, not yet checked against a schema. */
  async json(ask: ServerRequest): Promise<unknown> {
    return JSON.parse(await this.send(ask, (answer) => answer.text()));
  }

  async #once<T>(ask: ServerRequest, read: (answer: Response) => Promise<T>): Promise<RequestOutcome<T>> {
    try {
      const answer = await fetch(this.#url(ask), this.#request(ask));
      if (answer.ok) return { value: await read(answer) };
      const waitMs = readServerWaitMs(answer);
      return { trouble: await toServerError(answer, this.origin), waitMs };
    } catch (cause) {
      if (!isNetworkError(cause)) throw cause;
      return { trouble: new ServerUnavailable(this.origin, describeNetworkError(cause), cause), waitMs: undefined };
    }
  }

  #url({ path, query = {} }: ServerRequest): URL {
    const url = new URL(path, this.address.base);
    for (const [name, value] of Object.entries(query)) url.searchParams.set(name, value);
    return url;
  }

  #request(ask: ServerRequest): RequestInit {
    const { method, body, content } = ask;
    return {
      method,
      headers: this.#headers(ask),
      redirect: "error",
      signal: toAbortSignal(ask),
      ...(body !== undefined && { body: JSON.stringify(body) }),
      ...(content !== undefined && { body: content(), duplex: "half" as const }),
    };
  }

  #headers({ headers = {}, body }: ServerRequest): Record<string, string> {
    const type = body !== undefined && { "content-type": "application/json" };
    return { ...type, ...headers, authorization: `Bearer ${this.address.token}` };
  }
}

function toAbortSignal({ stream }: ServerRequest): AbortSignal | null {
  if (stream === undefined) return AbortSignal.timeout(answerMs);
  return stream === "to its end" ? null : stream;
}

/** Whether fetch threw this because of a broken connection or a timeout. Any other error is a bad response. */
export function isNetworkError(error: unknown): boolean {
  return error instanceof TypeError || error instanceof DOMException;
}

/** The message of fetch itself is only "fetch failed"; its cause has the reason. */
function describeNetworkError(error: unknown): string {
  const { cause, message } = error instanceof Error ? error : { cause: undefined, message: String(error) };
  return cause instanceof Error && cause.message !== "" ? cause.message : message;
}
