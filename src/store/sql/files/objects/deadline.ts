/** A timeout that can be set repeatedly; the signal aborts when it expires or when it is stopped. */
export class Deadline {
  readonly #over = new AbortController();

  get signal(): AbortSignal {
    return this.#over.signal;
  }

  async within<T>(work: Promise<T>, ms: number): Promise<T> {
    const timer = setTimeout(() => this.#over.abort(new DOMException("too late", "TimeoutError")), ms);
    try {
      return await work;
    } finally {
      clearTimeout(timer);
    }
  }

  stop(): void {
    this.#over.abort();
  }
}
