/** The slots of this process: they decide when a requested run may start, and stop it alone when it is cancelled. */
import { randomUUID } from "node:crypto";
import { cellId } from "../../core/cell.ts";
import { errorMessage } from "../../core/error.ts";
import { Stop } from "../../core/outcome.ts";
import type { Job } from "../../core/plan.ts";
import { describeMissingRun } from "../../core/run/remote-runner.ts";
import type { RunHost } from "../../core/run/run-host.ts";
import { claimRun, claimState, releaseRun } from "../../store/sql/runs/claim.ts";
import { listEndedRuns } from "../../store/sql/runs/open-runs.ts";
import { findRun, type RunRow } from "../../store/sql/runs/runs.ts";
import type { ChangeSignal } from "../change-signal.ts";
import type { LocalDeps } from "./local-deps.ts";
import type { RunRows } from "./run-rows.ts";

/** Notifications can be lost, and cancel requests must be noticed within five seconds. */
const checkMs = 3_000;
const unavailableMs = 1_000;
const ignoreChanges = Infinity;

/** One request for runs, with the evaluation that makes them. */
export interface SlotRequest {
  /** The ids of the requested runs, by cell. */
  readonly ids: ReadonlyMap<string, string>;
  readonly priority: number;
  /** Stops the whole evaluation. */
  readonly abort: AbortController;
  readonly rows: RunRows;
}

interface WaitingRun {
  readonly runId: string;
  readonly agent: string;
  readonly priority: number;
  readonly resolve: (granted: HeldRun | Stop) => void;
}

interface HeldRun {
  readonly run: RunRow;
  readonly abort: AbortController;
}

export class LocalSlots {
  readonly #waiting = new Map<string, WaitingRun>();
  readonly #held = new Map<string, HeldRun>();
  readonly #requests = new Map<SlotRequest, { running: number }>();
  #isClosed = false;

  /** `onRuns` is called when a run of this workspace started or ended. */
  constructor(
    readonly deps: LocalDeps,
    readonly changes: ChangeSignal,
    readonly onRuns: (workspaceId: string) => void,
  ) {}

  /** Whether no further run starts in this process. */
  get isClosed(): boolean {
    return this.#isClosed;
  }

  /** How many runs are running. */
  get running(): number {
    return this.#held.size;
  }

  /** Grants slots and looks for cancel requests until this signal fires. */
  async serve(over: AbortSignal): Promise<void> {
    const { changes, deps } = this;
    while (!over.aborted) {
      const heard = changes.changes;
      try {
        await this.#look();
        await changes.wait(checkMs, over, heard);
      } catch (error) {
        deps.log(`Warning: ${errorMessage(error)}`);
        await changes.wait(unavailableMs, over, ignoreChanges);
      }
    }
  }

  /** The host of one request. Dispose it when its evaluation has ended. */
  openHost(request: SlotRequest): RunHost & Disposable {
    this.#requests.set(request, { running: 0 });
    this.#stopIfIdle(request);
    return {
      runId: (cell) => request.ids.get(cellId(cell)) ?? "",
      run: (job, work) => this.#run(job, work, request),
      [Symbol.dispose]: () => void this.#requests.delete(request),
    };
  }

  /** No further run starts. Requests with running runs may finish those; all others are stopped, and their runs stay queued. */
  close(): void {
    this.#isClosed = true;
    for (const request of this.#requests.keys()) this.#stopIfIdle(request);
  }

  /** Stops all runs, so that they are queued again. */
  evict(): void {
    this.close();
    for (const { abort } of this.#requests.keys()) abort.abort(shutDownStop());
  }

  async #run<T>(job: Job, work: (abort: AbortSignal) => Promise<T>, request: SlotRequest): Promise<T | Stop> {
    const held = await this.#acquire(job, request);
    if (held instanceof Stop) return held;
    const { run, abort } = held;
    const state = this.#requests.get(request) ?? { running: 0 };
    state.running += 1;
    try {
      const attempt = { runId: run.id, attempt: run.attempt };
      await using _row = request.rows.begin(job.cell, attempt, () => abort.abort(claimGoneStop()));
      return await work(abort.signal);
    } finally {
      state.running -= 1;
      this.#held.delete(run.id);
      this.onRuns(run.workspace_id);
      this.changes.notify();
      this.#stopIfIdle(request);
    }
  }

  #acquire({ cell, agent }: Job, { ids, priority, abort }: SlotRequest): Promise<HeldRun | Stop> {
    const runId = ids.get(cellId(cell)) ?? "";
    const { signal } = abort;
    return new Promise((settle) => {
      const resolve = (granted: HeldRun | Stop) => {
        this.#waiting.delete(runId);
        signal.removeEventListener("abort", leave);
        settle(granted);
      };
      const leave = () => resolve(signal.reason instanceof Stop ? signal.reason : shutDownStop());
      if (signal.aborted) return leave();
      signal.addEventListener("abort", leave, { once: true });
      this.#waiting.set(runId, { runId, agent: agent.name, priority, resolve });
      this.changes.notify();
    });
  }

  async #look(): Promise<void> {
    const { database } = this.deps;
    for (const row of await listEndedRuns(database, [...this.#waiting.keys()]))
      this.#waiting.get(row.id)?.resolve(describeEnded(row));
    for (const { run, abort } of this.#held.values()) {
      const state = await claimState(database, { runId: run.id, attempt: run.attempt });
      if (state === "cancel-requested") abort.abort(cancelStop());
      if (state === "gone") abort.abort(claimGoneStop());
    }
    await this.#grant();
  }

  /** Higher priorities first, then older runs: ids grow with time. A run whose agent is at its limit lets others pass. */
  async #grant(): Promise<void> {
    const inOrder = [...this.#waiting.values()].toSorted(
      (one, other) => other.priority - one.priority || (one.runId < other.runId ? -1 : 1),
    );
    const full = new Set<string>();
    for (const waiting of inOrder) {
      if (this.#isClosed || this.#held.size >= this.deps.slots) return;
      if (full.has(waiting.agent) || !this.#waiting.has(waiting.runId)) continue;
      if ((await this.#claim(waiting)) === "full") full.add(waiting.agent);
    }
  }

  async #claim({ runId, resolve }: WaitingRun): Promise<"full" | "decided"> {
    const { database, workerId, log } = this.deps;
    const claim = await claimRun(database, { runId, workerId, tokenId: randomUUID() });
    if (claim.status === "full") return "full";
    if (claim.status === "done") {
      resolve(describeEnded(await findRun(database, runId)));
      return "decided";
    }
    const { run } = claim;
    // The request was stopped, or the slots were closed, while the claim was made.
    if (this.#isClosed || !this.#waiting.has(runId)) {
      await releaseRun(database, { runId, attempt: run.attempt });
      return "decided";
    }
    const held = { run, abort: new AbortController() };
    this.#held.set(runId, held);
    log(`${runId}: ${run.scenario_key} × ${run.agent}, attempt ${run.attempt}`);
    this.onRuns(run.workspace_id);
    resolve(held);
    return "decided";
  }

  /** After closing, a request goes on only as long as one of its runs is running. */
  #stopIfIdle(request: SlotRequest): void {
    if (!this.#isClosed || request.rows.isComplete) return;
    if (this.#requests.get(request)?.running === 0) request.abort.abort(shutDownStop());
  }
}

/** Why a run that is over already does not start. */
function describeEnded(row: RunRow | undefined): Stop {
  if (row === undefined || row.status === "cancelled" || row.reason === "cancelled") return cancelStop();
  return new Stop("failures", "run", `not run: ${describeMissingRun(row.reason, row.result_doc)}`);
}

function cancelStop(): Stop {
  return new Stop("user", "run", "the run was cancelled");
}

function claimGoneStop(): Stop {
  return new Stop("user", "run", "the run was taken from this process");
}

function shutDownStop(): Stop {
  return new Stop("user", "run", "axis serve is shutting down");
}
