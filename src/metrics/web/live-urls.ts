/** Checks many URLs: a few at a time, each once, with a limit on cached answers. */
import pLimit from "p-limit";
import type { HttpAccess } from "../../core/metric.ts";
import { checkLive, type Liveness } from "./live-url.ts";

const maxConcurrent = 4;
/** Maximum number of cached answers; the oldest are dropped first. */
const maxCachedAnswers = 10_000;

/** Caches the answers for one metric. */
export class LiveUrls {
  readonly #known = new Map<string, Promise<Liveness>>();

  /** Returns the answers in the order of the URLs. */
  async check(urls: readonly string[], http: Partial<HttpAccess>, abort: AbortSignal): Promise<Liveness[]> {
    const limit = pLimit(maxConcurrent);
    return await Promise.all(urls.map((url) => limit(() => this.#checkOnce(url, http, abort))));
  }

  #checkOnce(url: string, http: Partial<HttpAccess>, abort: AbortSignal): Promise<Liveness> {
    const known = this.#known.get(url);
    if (known !== undefined) return known;
    const checking = checkLive(url, http, abort);
    this.#known.set(url, checking);
    // No response may be temporary, and an abort concerns only one caller, so neither is cached.
    checking.then(
      ({ status }) => status === "silent" && this.#known.delete(url),
      () => this.#known.delete(url),
    );
    const [oldest] = this.#known.keys();
    if (this.#known.size > maxCachedAnswers && oldest !== undefined) this.#known.delete(oldest);
    return checking;
  }
}
