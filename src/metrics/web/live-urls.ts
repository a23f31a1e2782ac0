/** Asks whether many addresses are alive: a few at a time, each once, and not without end. */
import pLimit from "p-limit";
import type { HttpAccess } from "../../core/metric.ts";
import { checkLive, type Liveness } from "./live-url.ts";

const atOnce = 4;
/** How many answers are kept; the oldest go first. */
const mostKept = 10_000;

/** Answers of one metric of one run. */
export class LiveUrls {
  readonly #known = new Map<string, Promise<Liveness>>();

  /** The answers in the order of the addresses. */
  async check(urls: readonly string[], http: Partial<HttpAccess>, abort: AbortSignal): Promise<Liveness[]> {
    const limit = pLimit(atOnce);
    return await Promise.all(urls.map((url) => limit(() => this.#checkOnce(url, http, abort))));
  }

  #checkOnce(url: string, http: Partial<HttpAccess>, abort: AbortSignal): Promise<Liveness> {
    const known = this.#known.get(url);
    if (known !== undefined) return known;
    const checking = checkLive(url, http, abort);
    this.#known.set(url, checking);
    // What got no answer may get one later; an abort is nobody else's.
    checking.then(
      ({ status }) => status === "silent" && this.#known.delete(url),
      () => this.#known.delete(url),
    );
    const [oldest] = this.#known.keys();
    if (this.#known.size > mostKept && oldest !== undefined) this.#known.delete(oldest);
    return checking;
  }
}
