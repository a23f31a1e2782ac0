/** What is done about runs that failed through no fault of the agent: tried again, and given up where it is no use. */
import { randomInt } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import { type Cell, cellId } from "../core/cell.ts";
import { type FailureCode, Stop } from "../core/outcome.ts";
import type { EarlierAttempt } from "../core/report/earlier-attempt.ts";
import type { RunDetail } from "../core/report/run-detail.ts";

/** Failures that may be gone the next time. A key, a setup or a program that is not there will be the same. */
const passing: readonly FailureCode[] = ["rate-limit", "network", "protocol"];
/** So many failures of one kind in a row, and the agent's other cells are not begun. */
const breaksAfter = 5;
const shortestWaitMs = 2_000;
const longestWaitMs = 60_000;

export interface RetryWorld {
  /** Further attempts per cell. */
  readonly retries: number;
  /** Waits; ends early with the abort. */
  readonly wait?: (ms: number, abort: AbortSignal) => Promise<void>;
}

/** The state of one evaluation. */
export class Retries {
  readonly #world: Required<RetryWorld>;
  readonly #earlier = new Map<string, EarlierAttempt[]>();
  readonly #inARow = new Map<string, { readonly code: FailureCode; readonly count: number }>();

  constructor({ retries, wait = waitQuietly }: RetryWorld) {
    this.#world = { retries, wait };
  }

  /** Attempts at a cell that failed before the one that counts. */
  earlier(cell: Cell): readonly EarlierAttempt[] {
    return this.#earlier.get(cellId(cell)) ?? [];
  }

  /** Why no more cells of an agent are begun; undefined while they are. */
  givenUp(agent: string): Stop | undefined {
    const row = this.#inARow.get(agent);
    if (row === undefined || row.count < breaksAfter) return undefined;
    return new Stop("failures", "run", `not run: ${agent} failed ${row.count} times in a row (${row.code})`);
  }

  /** Whether any agent was given up. */
  get gaveUp(): boolean {
    return [...this.#inARow.keys()].some((agent) => this.givenUp(agent) !== undefined);
  }

  /** Takes note of how an attempt ended; whether the agent was given up just now. */
  note(cell: Cell, detail: RunDetail): { readonly gaveUp: boolean } {
    const before = this.givenUp(cell.agent) !== undefined;
    const code = failedBy(detail);
    const row = this.#inARow.get(cell.agent);
    if (code === null) this.#inARow.delete(cell.agent);
    else this.#inARow.set(cell.agent, { code, count: row?.code === code ? row.count + 1 : 1 });
    return { gaveUp: !before && this.givenUp(cell.agent) !== undefined };
  }

  /** Whether to try again, once it has waited; outside the time of any run. */
  async again(cell: Cell, detail: RunDetail, abort: AbortSignal): Promise<boolean> {
    const made = this.earlier(cell);
    const code = failedBy(detail);
    if (code === null || !passing.includes(code) || made.length >= this.#world.retries) return false;
    if (abort.aborted || this.givenUp(cell.agent) !== undefined) return false;
    const waitedMs = waitMs(made.length);
    await this.#world.wait(waitedMs, abort);
    if (abort.aborted) return false;
    const { runId, file, error = "" } = detail;
    this.#earlier.set(cellId(cell), [...made, { runId, file, code, error, waitedMs }]);
    return true;
  }
}

/** The code of a failure that is the infrastructure's; null for everything else. */
function failedBy({ outcome, outcomeClass }: RunDetail): FailureCode | null {
  return outcome.status === "failed" && outcomeClass === "infrastructure" ? outcome.code : null;
}

/** Twice as long each time, and never in step with others that failed in the same moment. */
function waitMs(made: number): number {
  const most = Math.min(longestWaitMs, 2 * shortestWaitMs * 2 ** made);
  return randomInt(shortestWaitMs, most + 1);
}

async function waitQuietly(ms: number, signal: AbortSignal): Promise<void> {
  await sleep(ms, undefined, { signal }).catch(() => {}); // An abort ends the wait, and is looked at by whoever waited.
}
