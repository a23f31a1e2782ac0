/** A worker: registers, takes tokens of the agents it serves, runs their runs, and shuts down cleanly. */
import { readdir, rm } from "node:fs/promises";
import { join } from "node:path";
import { AxisError, errorMessage, systemCode } from "../core/error.ts";
import { readProgress } from "../runner/progress.ts";
import { removeLeftovers } from "../runner/remove-leftovers.ts";
import { fileStore } from "../store/files.ts";
import { withRetries } from "../store/sql/retry.ts";
import { claimRun, requeueStopped } from "../store/sql/runs/claim.ts";
import { hasQueuedRun } from "../store/sql/runs/open-runs.ts";
import { findRun } from "../store/sql/runs/runs.ts";
import type { SqlStore } from "../store/sql/sql-store.ts";
import { alreadyRequeued } from "./attempt/claim-lease.ts";
import { type ClaimedRun, runAttempt } from "./attempt/run-attempt.ts";
import { Background } from "./background.ts";
import { ChangeSignal } from "./change-signal.ts";
import type { Delivery } from "./queue/queue.ts";
import { WorkerRegistration } from "./registration.ts";
import { ServedAgents } from "./served-agents.ts";
import { reconcile } from "./upkeep/reconcile.ts";
import { listSpooled } from "./upkeep/spool.ts";
import type { AttemptDeps, WorkerDeps } from "./worker-deps.ts";

/** A notification can be lost, so a free slot also polls. */
const pollMs = 2_000;
const reconcileMs = 60_000;
const unavailableMs = 1_000;
const ignoreChanges = Infinity;

/** Until when to work, and how long to wait for running runs then. */
export interface WorkOptions {
  /** How long runs may continue after `leave` fired. */
  readonly drainSeconds: number;
  /** Fires when the worker must not take new runs. */
  readonly leave: AbortSignal;
  /** Called once the worker and its agents are registered. `giveBack` requeues all runs if there is no time to drain. */
  readonly onReady?: (giveBack: () => Promise<void>) => void;
}

export interface WorkerOptions extends WorkOptions {
  readonly host: string;
  readonly slots: number;
  /** If undefined, the worker serves every agent that can run on this machine. */
  readonly agents?: readonly string[] | undefined;
  /** Ends once no run is queued that this worker serves, and every result is stored. */
  readonly untilDrained?: boolean | undefined;
}

/** Runs until `leave` fires, or until nothing is left, and every run it started has ended or was requeued. */
export async function runWorker(options: WorkerOptions, deps: WorkerDeps, store: SqlStore): Promise<void> {
  const { leave, host, slots } = options;
  const eviction = new AbortController();
  await sweepKilledAttempts(deps);
  await using bell = await ChangeSignal.listen(store);
  const served = new ServedAgents(options.agents, deps);
  const listAgents = () => served.names();
  await using registration = await WorkerRegistration.open({ ...deps, host, slots, leave, listAgents });
  using worker = new Worker(options, { ...deps, evicted: eviction.signal }, registration);
  await worker.begin();
  const onLeave = () => {
    setTimeout(() => eviction.abort(), options.drainSeconds * 1_000).unref();
    void worker.leave();
  };
  if (leave.aborted) onLeave();
  else leave.addEventListener("abort", onLeave, { once: true });
  let givingBack = Promise.resolve();
  options.onReady?.(() => {
    eviction.abort(alreadyRequeued);
    return (givingBack = worker.requeueAll());
  });
  try {
    await Promise.all(Array.from({ length: slots }, () => worker.runSlot(bell)));
    if (!leave.aborted) deps.log(`No more runs are queued for this worker; it took ${worker.taken}`);
  } finally {
    await givingBack;
  }
}

class Worker implements Disposable {
  readonly #background: Background;
  readonly #held = new Map<string, ClaimedRun>();
  #taken = 0;

  constructor(
    readonly options: WorkerOptions,
    readonly deps: AttemptDeps,
    readonly registration: WorkerRegistration,
  ) {
    this.#background = new Background(deps.log);
  }

  async begin(): Promise<void> {
    this.#background.every(reconcileMs, () => reconcile(this.deps, (runId) => this.#held.has(runId)));
    await this.#background.attempt(() => reconcile(this.deps, () => false));
  }

  /** How many runs were claimed. */
  get taken(): number {
    return this.#taken;
  }

  /** Runs one run at a time until the worker leaves, or until nothing is left for it. */
  async runSlot(bell: ChangeSignal): Promise<void> {
    const { leave, untilDrained } = this.options;
    while (!leave.aborted) {
      const heard = bell.changes;
      const delivery = await this.#next();
      if (delivery === undefined && untilDrained === true && (await this.#isDrained())) return;
      if (delivery === undefined) await bell.wait(pollMs, leave, heard);
      else if (delivery === "unavailable") await bell.wait(unavailableMs, leave, ignoreChanges);
      else await this.#background.attempt(() => this.#handle(delivery));
    }
  }

  /** Announces at once that the worker takes no new runs. */
  async leave(): Promise<void> {
    if (this.#held.size > 0) this.deps.log(describeDraining(this.#held.size, this.options.drainSeconds));
    await this.registration.announceLeaving();
  }

  /** Requeues the held runs without waiting for them to end. */
  async requeueAll(): Promise<void> {
    const held = [...this.#held.values()];
    await Promise.all(held.map((claimed) => this.#background.attempt(() => requeueRun(claimed, this.deps))));
  }

  [Symbol.dispose](): void {
    this.#background[Symbol.dispose]();
  }

  /** A queued run may have no token for a moment, as while its agent is at its limit. Unknown while the database is away. */
  async #isDrained(): Promise<boolean> {
    let isDrained = false;
    await this.#background.attempt(async () => {
      if (await hasQueuedRun(this.deps.database, this.registration.agents)) return;
      isDrained = (await listSpooled(this.deps)).length === 0;
    });
    return isDrained;
  }

  async #next(): Promise<Delivery | undefined | "unavailable"> {
    try {
      return await this.deps.queue.take(this.registration.agents);
    } catch (error) {
      this.deps.log(`The queue does not answer: ${errorMessage(error)}`);
      return "unavailable";
    }
  }

  async #handle(delivery: Delivery): Promise<void> {
    const { database, queue, workerId, log } = this.deps;
    const { runId, tokenId } = delivery;
    const claim = await withRetries(() => claimRun(database, { runId, workerId, tokenId }));
    if (claim.status === "full") return await this.#postpone(delivery);
    if (claim.status === "done") return void (await queue.complete(delivery));
    const { run } = claim;
    log(`${run.id}: ${run.scenario_key} × ${run.agent}, attempt ${run.attempt}`);
    this.#held.set(runId, { run, delivery });
    this.#taken += 1;
    this.registration.notifyRuns(run.workspace_id);
    try {
      await runAttempt({ run, delivery }, this.deps);
    } finally {
      this.#held.delete(runId);
      this.registration.notifyRuns(run.workspace_id);
    }
    log(`${run.id}: done`);
  }

  /** The agent is at its limit: replaces the token with a delayed one. */
  async #postpone(delivery: Delivery): Promise<void> {
    const { database, queue } = this.deps;
    const run = await findRun(database, delivery.runId);
    const delaySeconds = 3 + (delivery.tokenId.charCodeAt(0) % 5);
    if (run !== undefined)
      await queue.send([{ runId: run.id, agent: run.agent, priority: run.priority }], { delaySeconds });
    await queue.complete(delivery);
  }
}

/** What a worker logs when it is told to stop while runs are still running. */
export function describeDraining(runs: number, drainSeconds: number): string {
  return `Waiting up to ${drainSeconds} seconds for ${runs === 1 ? "a run" : `${runs} runs`} to end`;
}

/** Completes the held token: if it expired instead, it would return as the token of a dead worker. */
export async function requeueRun({ run, delivery }: ClaimedRun, deps: WorkerDeps): Promise<void> {
  const { database, queue, log } = deps;
  const { id: runId, attempt, agent, priority } = run;
  const isBack = await database.transaction().execute(async (transaction) => {
    if (!(await requeueStopped(transaction, { runId, attempt }))) return false;
    await queue.send([{ runId, agent, priority }], { transaction });
    return true;
  });
  await queue.complete(delivery);
  if (isBack) log(`${runId}: requeued`);
}

/** Keeps an attempt whose report is locked, because it belongs to another worker. */
async function sweepKilledAttempts({ folders, log }: WorkerDeps): Promise<void> {
  const names = await readdir(folders.attempts).catch(emptyIfMissing);
  for (const name of names) await sweepAttempt(join(folders.attempts, name), log);
}

async function sweepAttempt(folder: string, log: (message: string) => void): Promise<void> {
  try {
    await using handle = await fileStore({ configDir: folder }).resumeReport("latest");
    await removeLeftovers(readProgress(handle.steps).unfinished, (message) => log(`Warning: ${message}`));
  } catch (error) {
    if (error instanceof AxisError && error.code === "report-locked") return;
    // The worker was killed before it created a report, so it had not started an agent either.
    if (!(error instanceof AxisError && error.code === "report-missing"))
      log(`Warning: ${folder} could not be read: ${errorMessage(error)}`);
  }
  await rm(folder, { recursive: true, force: true });
}

function emptyIfMissing(error: unknown): string[] {
  if (systemCode(error) === "ENOENT") return [];
  throw error;
}
