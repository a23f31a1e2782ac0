/** Wakes callers that wait for work: when the database reports a change, or after a timeout. */
import type { SqlStore } from "../store/sql/sql-store.ts";

export class ChangeSignal implements AsyncDisposable {
  readonly #waiting = new Set<() => void>();
  #listener: AsyncDisposable | undefined;
  #rings = 0;

  static async listen(store: SqlStore): Promise<ChangeSignal> {
    const bell = new ChangeSignal();
    bell.#listener = await store.listen(() => bell.notify());
    return bell;
  }

  /** The number of changes so far. Read it before looking for work, so that `wait` does not miss a change meanwhile. */
  get changes(): number {
    return this.#rings;
  }

  notify(): void {
    this.#rings += 1;
    for (const wake of this.#waiting) wake();
  }

  /** Resolves when there were more changes than `heard`, when `ms` have passed, or when `over` fires. */
  async wait(ms: number, over: AbortSignal, heard: number): Promise<void> {
    if (over.aborted || this.#rings > heard) return;
    await new Promise<void>((resolve) => {
      const done = () => {
        clearTimeout(timer);
        this.#waiting.delete(done);
        over.removeEventListener("abort", done);
        resolve();
      };
      const timer = setTimeout(done, ms);
      if (Number.isFinite(heard)) this.#waiting.add(done);
      over.addEventListener("abort", done, { once: true });
    });
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.notify();
    await this.#listener?.[Symbol.asyncDispose]();
  }
}
