/** Wakes those who wait for work: when the database says that something happened, or after a while. */
import type { SqlStore } from "../store/sql/sql-store.ts";

export class Doorbell implements AsyncDisposable {
  readonly #waiting = new Set<() => void>();
  #listener: AsyncDisposable | undefined;
  /** It rang while nobody was waiting: whoever waits next has a reason to look at once. */
  #isUnheard = false;

  static async listen(store: Pick<SqlStore, "listen">): Promise<Doorbell> {
    const bell = new Doorbell();
    bell.#listener = await store.listen(() => bell.ring());
    return bell;
  }

  ring(): void {
    this.#isUnheard = this.#waiting.size === 0;
    for (const wake of this.#waiting) wake();
  }

  /** Until it rings, so many milliseconds have passed, or the wait is over. */
  async wait(ms: number, over: AbortSignal, patience?: "whatever rings"): Promise<void> {
    if (over.aborted || (patience === undefined && this.#hears())) return;
    await new Promise<void>((resolve) => {
      const done = () => {
        clearTimeout(timer);
        this.#waiting.delete(done);
        over.removeEventListener("abort", done);
        resolve();
      };
      const timer = setTimeout(done, ms);
      if (patience === undefined) this.#waiting.add(done);
      over.addEventListener("abort", done, { once: true });
    });
  }

  #hears(): boolean {
    const isUnheard = this.#isUnheard;
    this.#isUnheard = false;
    return isUnheard;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.ring();
    await this.#listener?.[Symbol.asyncDispose]();
  }
}
