/** Runs that somebody waits for until they are over. */
import { errorMessage } from "../../core/error.ts";
import { listEndedRuns } from "../../store/sql/runs/open-runs.ts";
import type { RunRow } from "../../store/sql/runs/runs.ts";
import type { Database } from "../../store/sql/schema/database.ts";
import type { ChangeSignal } from "../change-signal.ts";

const lookMs = 2_000;

export interface AwaitedWorld {
  readonly database: Database;
  readonly bell: ChangeSignal;
  readonly say: (message: string) => void;
}

export class AwaitedRuns {
  readonly #waiting = new Map<string, (row: RunRow | null) => void>();
  readonly #over = new AbortController();
  readonly #watching: Promise<void>;

  constructor(readonly world: AwaitedWorld) {
    this.#watching = this.#watch();
  }

  /** The row of the run once it is over; null where nobody waits any more. */
  ended(runId: string): Promise<RunRow | null> {
    if (this.#over.signal.aborted) return Promise.resolve(null);
    const ended = new Promise<RunRow | null>((resolve) => void this.#waiting.set(runId, resolve));
    this.world.bell.notify();
    return ended;
  }

  /** Nobody waits any more, but for runs that are over by now; the others go on as they may. */
  async letGo(): Promise<void> {
    this.#over.abort();
    await this.#watching;
    await this.#lookQuietly();
    for (const resolve of this.#waiting.values()) resolve(null);
    this.#waiting.clear();
  }

  async #watch(): Promise<void> {
    while (!this.#over.signal.aborted) {
      const heard = this.world.bell.changes;
      await this.#lookQuietly();
      await this.world.bell.wait(lookMs, this.#over.signal, heard);
    }
  }

  async #lookQuietly(): Promise<void> {
    await this.#look().catch((error: unknown) => this.world.say(`Warning: ${errorMessage(error)}`));
  }

  async #look(): Promise<void> {
    for (const row of await listEndedRuns(this.world.database, [...this.#waiting.keys()])) {
      this.#waiting.get(row.id)?.(row);
      this.#waiting.delete(row.id);
    }
  }
}
