/** A limit on waiting that can be set again and again; past it, or when stopped, what is going on is given up. */
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
