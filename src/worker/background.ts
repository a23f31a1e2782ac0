/** Background work of a process that serves runs: a failure is logged, and never ends the process. */
import { errorMessage } from "../core/error.ts";

export class Background implements Disposable {
  readonly #timers: NodeJS.Timeout[] = [];

  constructor(readonly log: (message: string) => void) {}

  /** Does the work now. The database may be unavailable; the row of a run stays authoritative. */
  async attempt(work: () => Promise<void>): Promise<void> {
    try {
      await work();
    } catch (error) {
      this.log(`Warning: ${errorMessage(error)}`);
    }
  }

  /** Does the work at this interval until disposed, never twice at the same time. */
  every(ms: number, work: () => Promise<void>): void {
    let busy = false;
    const once = async () => {
      if (busy) return;
      busy = true;
      await this.attempt(work);
      busy = false;
    };
    this.#timers.push(setInterval(() => void once(), ms));
  }

  [Symbol.dispose](): void {
    this.#timers.forEach(clearInterval);
  }
}
