/** Limits the requests of one run, so that an agent cannot provoke the provider's own limits. */
export interface CapOptions {
  readonly atOnce?: number;
  readonly perMinute?: number;
}

const defaultAtOnce = 8;
const defaultPerMinute = 120;
const minuteMs = 60_000;

export class RequestCap {
  readonly #atOnce: number;
  readonly #perMinute: number;
  readonly #nowMs: () => number;
  readonly #starts: number[] = [];
  #active = 0;

  constructor({ atOnce = defaultAtOnce, perMinute = defaultPerMinute }: CapOptions, nowMs: () => number) {
    this.#atOnce = atOnce;
    this.#perMinute = perMinute;
    this.#nowMs = nowMs;
  }

  /** Returns what to dispose when the request has ended; null if there are too many. */
  enter(): Disposable | null {
    const now = this.#nowMs();
    while ((this.#starts[0] ?? now) <= now - minuteMs) this.#starts.shift();
    if (this.#active >= this.#atOnce || this.#starts.length >= this.#perMinute) return null;
    this.#starts.push(now);
    this.#active += 1;
    let isOpen = true;
    const leave = () => {
      if (isOpen) this.#active -= 1;
      isOpen = false;
    };
    return { [Symbol.dispose]: leave };
  }
}
