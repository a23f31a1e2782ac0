/** Retries runs that failed through no fault of the agent, and gives up on an agent when retrying is pointless. */
import { randomInt } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import { type Cell, cellId } from "../core/cell.ts";
import { type FailureCode, Stop } from "../core/outcome.ts";
import type { EarlierAttempt } from "../core/report/earlier-attempt.ts";
import type { RunDetail } from "../core/report/run-detail.ts";

/** Failures that may not happen again. A missing key, setup or program will fail the same way. */
const transientCodes: readonly FailureCode[] = ["rate-limit", "network", "protocol"];
/** After this many failures of one kind in a row, no further cells of the agent start. */
const maxFailuresInARow = 5;
const shortestWaitMs = 2_000;
const longestWaitMs = 60_000;

export interface RetryOptions {
  /** Retries per cell. */
  readonly retries: number;
  /** Waits; an abort ends the wait early. */
  readonly wait?: (ms: number, abort: AbortSignal) => Promise<void>;
}

/** The retries of one evaluation. */
export class Retries {
  readonly #options: Required<RetryOptions>;
  readonly #earlier = new Map<string, EarlierAttempt[]>();
  readonly #inARow = new Map<string, { readonly code: FailureCode; readonly count: number }>();

  constructor({ retries, wait = waitQuietly }: RetryOptions) {
    this.#options = { retries, wait };
  }

  /** Lists the failed attempts at a cell before the one that counts. */
  listEarlier(cell: Cell): readonly EarlierAttempt[] {
    return this.#earlier.get(cellId(cell)) ?? [];
  }

  /** Why no more cells of an agent start; undefined while they still do. */
  findGiveUpReason(agent: string): Stop | undefined {
    const row = this.#inARow.get(agent);
    if (row === undefined || row.count < maxFailuresInARow) return undefined;
    return new Stop("failures", "run", `not run: ${agent} failed ${row.count} times in a row (${row.code})`);
  }

  /** Whether AXIS gave up on any agent. */
  get hasGivenUp(): boolean {
    return [...this.#inARow.keys()].some((agent) => this.findGiveUpReason(agent) !== undefined);
  }

  /** Records how an attempt ended; reports whether this made AXIS give up on the agent. */
  noteAttempt(cell: Cell, detail: RunDetail): { readonly gaveUp: boolean } {
    const before = this.findGiveUpReason(cell.agent) !== undefined;
    const code = readInfrastructureCode(detail);
    const row = this.#inARow.get(cell.agent);
    if (code === null) this.#inARow.delete(cell.agent);
    else this.#inARow.set(cell.agent, { code, count: row?.code === code ? row.count + 1 : 1 });
    return { gaveUp: !before && this.findGiveUpReason(cell.agent) !== undefined };
  }

  /** Waits and then returns whether to retry; the wait counts towards no run. */
  async waitForRetry(cell: Cell, detail: RunDetail, abort: AbortSignal): Promise<boolean> {
    const made = this.listEarlier(cell);
    const code = readInfrastructureCode(detail);
    if (code === null || !transientCodes.includes(code) || made.length >= this.#options.retries) return false;
    if (abort.aborted || this.findGiveUpReason(cell.agent) !== undefined) return false;
    const waitedMs = chooseWaitMs(made.length);
    await this.#options.wait(waitedMs, abort);
    if (abort.aborted) return false;
    const { runId, file, error = "" } = detail;
    this.#earlier.set(cellId(cell), [...made, { runId, file, code, error, waitedMs }]);
    return true;
  }
}

/** Returns the failure code if the infrastructure caused the failure; null otherwise. */
function readInfrastructureCode({ outcome, outcomeClass }: RunDetail): FailureCode | null {
  return outcome.status === "failed" && outcomeClass === "infrastructure" ? outcome.code : null;
}

/** Doubles the maximum each time, and picks randomly so that runs that failed together do not retry together. */
function chooseWaitMs(made: number): number {
  const most = Math.min(longestWaitMs, 2 * shortestWaitMs * 2 ** made);
  return randomInt(shortestWaitMs, most + 1);
}

async function waitQuietly(ms: number, signal: AbortSignal): Promise<void> {
  await sleep(ms, undefined, { signal }).catch(() => {}); // An abort ends the wait; the caller checks for it.
}
