/** The program that runs an evaluation on behalf of others: it names the runs and decides when each may start. */
import type { Cell } from "../cell.ts";
import type { Stop } from "../outcome.ts";
import type { Job } from "../plan.ts";

/** What evaluate asks of its caller. */
export interface RunHost {
  /** The id under which this run was requested. All attempts at the cell have this id. */
  runId(cell: Cell): string;
  /** Waits for a slot, then works with this run's own abort signal. A Stop: the run must not start, as when it was cancelled. */
  run<T>(job: Job, work: (abort: AbortSignal) => Promise<T>): Promise<T | Stop>;
}
