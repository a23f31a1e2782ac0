/** Wakes those who wait for work: when the database says that something happened, or after a while. */
import type { SqlStore } from "../store/sql/sql-store.ts";

export class Doorbell implements AsyncDisposable {
  readonly #waiting = new Set<() => void>();
  #listener: AsyncDisposable | undefined;
  #rings = 0;

  static async listen(store: Pick<SqlStore, "listen">): Promise<Doorbell> {
    const bell = new Doorbell();
    bell.#listener = await store.listen(() => bell.ring());
    return bell;
  }

  /** How often it has rung. Read it before you look for work: what rings while you look is not missed by `wait`. */
  get rings(): number {
    return this.#rings;
  }

  ring(): void {
    this.#rings += 1;
    for (const wake of this.#waiting) wake();
  }

  /** Until it has rung more often than `heard`, so many milliseconds have passed, or the wait is over. */
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
    this.ring();
    await this.#listener?.[Symbol.asyncDispose]();
  }
}
