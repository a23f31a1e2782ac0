/** A worker: registers, takes tokens of the agents it serves, runs their runs, and shuts down cleanly. */
import { readdir, rm } from "node:fs/promises";
import { join } from "node:path";
import { AxisError, errorMessage, systemCode } from "../core/error.ts";
import { axisVersion } from "../core/version.ts";
import { readProgress } from "../runner/progress.ts";
import { removeLeftovers } from "../runner/remove-leftovers.ts";
import { fileStore } from "../store/files.ts";
import { withRetries } from "../store/sql/retry.ts";
import { claimRun, requeueStopped } from "../store/sql/runs/claim.ts";
import { findRun } from "../store/sql/runs/runs.ts";
import type { SqlStore } from "../store/sql/sql-store.ts";
import { announceWorkerRuns, recordHeartbeat, registerWorker, removeWorker } from "../store/sql/workers.ts";
import { alreadyRequeued } from "./attempt/claim-lease.ts";
import { type ClaimedRun, runAttempt } from "./attempt/run-attempt.ts";
import { ChangeSignal } from "./change-signal.ts";
import { LocalAgents } from "./local/local-agents.ts";
import type { Delivery } from "./queue/queue.ts";
import { type AgentsLookup, ServedAgents } from "./served-agents.ts";
import { ThrottledNotifier } from "./throttled-notifier.ts";
import { reconcile } from "./upkeep/reconcile.ts";
import type { WorkerDeps } from "./worker-deps.ts";

/** A notification can be lost, so a free slot also polls. */
const pollMs = 2_000;
const heartbeatMs = 10_000;
const reconcileMs = 60_000;
const agentsRefreshMs = 5_000;
const unavailableMs = 1_000;
const ignoreChanges = Infinity;

export interface WorkerOptions {
  readonly host: string;
  readonly slots: number;
  /** If undefined, the worker serves every agent that can run on this machine. */
  readonly agents?: readonly string[] | undefined;
  /** How long runs may continue after `leave` fired. */
  readonly drainSeconds: number;
  /** Fires when the worker must not take new runs. */
  readonly leave: AbortSignal;
  /** Called once the worker and its agents are registered. `giveBack` requeues all runs if there is no time to drain. */
  readonly onReady?: (giveBack: () => Promise<void>) => void;
}

/** Runs until `leave` fires and every run it started has ended or was requeued. */
export async function runWorker(
  options: WorkerOptions,
  world: Omit<WorkerDeps, "evicted">,
  store: Pick<SqlStore, "listen">,
): Promise<void> {
  const eviction = new AbortController();
  const worker = new Worker(options, { ...world, evicted: eviction.signal });
  await sweepKilledAttempts(world);
  await using bell = await ChangeSignal.listen(store);
  await worker.begin();
  const onLeave = () => {
    setTimeout(() => eviction.abort(), options.drainSeconds * 1_000).unref();
    void worker.leave();
  };
  if (options.leave.aborted) onLeave();
  else options.leave.addEventListener("abort", onLeave, { once: true });
  let givingBack = Promise.resolve();
  options.onReady?.(() => {
    eviction.abort(alreadyRequeued);
    return (givingBack = worker.requeueAll());
  });
  try {
    await Promise.all(Array.from({ length: options.slots }, () => worker.runSlot(bell)));
  } finally {
    await givingBack;
    await worker.end();
  }
}

class Worker {
  readonly #served: AgentsLookup;
  readonly #held = new Map<string, ClaimedRun>();
  /** Notifications are per workspace, because a run concerns only its own workspace. */
  readonly #news = new ThrottledNotifier((workspaceId) => void this.#quietly(() => this.#tellRuns(workspaceId)));
  #agents: readonly string[] = [];
  #timers: NodeJS.Timeout[] = [];
  #isOver = false;
  #registering: Promise<void> = Promise.resolve();

  constructor(
    readonly options: WorkerOptions,
    readonly world: WorkerDeps,
  ) {
    const { project } = world;
    this.#served = project === undefined ? new ServedAgents(options.agents, world) : new LocalAgents(project, world);
  }

  async begin(): Promise<void> {
    this.#agents = await this.#served.names();
    await this.#register();
    this.#every(heartbeatMs, () => this.#note());
    this.#every(reconcileMs, () => reconcile(this.world, (runId) => this.#held.has(runId)));
    this.#every(agentsRefreshMs, () => this.#lookAround());
    await this.#quietly(() => reconcile(this.world, () => false));
    this.world.say(`Serving ${this.#agents.length === 0 ? "no agents yet" : this.#agents.join(", ")}`);
  }

  /** Runs one run at a time until the worker leaves. */
  async runSlot(bell: ChangeSignal): Promise<void> {
    const { leave } = this.options;
    while (!leave.aborted) {
      const heard = bell.changes;
      const delivery = await this.#next();
      if (delivery === undefined) await bell.wait(pollMs, leave, heard);
      else if (delivery === "unavailable") await bell.wait(unavailableMs, leave, ignoreChanges);
      else await this.#quietly(() => this.#handle(delivery));
    }
  }

  /** Announces at once that the worker takes no new runs. */
  async leave(): Promise<void> {
    const { drainSeconds } = this.options;
    const going = this.#held.size === 1 ? "a run" : `${this.#held.size} runs`;
    if (this.#held.size > 0) this.world.say(`Waiting up to ${drainSeconds} seconds for ${going} to end`);
    await this.#quietly(() => this.#note());
  }

  /** Requeues the held runs without waiting for them to end. With an embedded store, the next process does that. */
  async requeueAll(): Promise<void> {
    if (!this.world.queue.isShared) return;
    const held = [...this.#held.values()];
    await Promise.all(held.map((claimed) => this.#quietly(() => requeueRun(claimed, this.world))));
  }

  async end(): Promise<void> {
    this.#timers.forEach(clearInterval);
    this.#news[Symbol.dispose]();
    // A heartbeat in flight must not register the worker again after it was removed here.
    this.#isOver = true;
    await this.#registering.catch(() => {}); // The caller that registered the worker reports the error.
    await this.#quietly(() => removeWorker(this.world.database, this.world.workerId));
  }

  async #next(): Promise<Delivery | undefined | "unavailable"> {
    try {
      return await this.world.queue.take(this.#agents);
    } catch (error) {
      this.world.say(`The queue does not answer: ${errorMessage(error)}`);
      return "unavailable";
    }
  }

  async #handle(delivery: Delivery): Promise<void> {
    const { database, queue, workerId, say } = this.world;
    const { runId, tokenId } = delivery;
    if (!(await this.#served.canPlan())) return await this.#postpone(delivery);
    const claim = await withRetries(() => claimRun(database, { runId, workerId, tokenId }));
    if (claim.status === "full") return await this.#postpone(delivery);
    if (claim.status === "done") return void (await queue.complete(delivery));
    const { run } = claim;
    say(`${run.id}: ${run.scenario_key} × ${run.agent}, attempt ${run.attempt}`);
    this.#held.set(runId, { run, delivery });
    this.#news.notify(run.workspace_id);
    try {
      await runAttempt({ run, delivery }, this.world);
    } finally {
      this.#held.delete(runId);
      this.#news.notify(run.workspace_id);
    }
    say(`${run.id}: done`);
  }

  /** The agent is at its limit, or the project cannot be planned: replaces the token with a delayed one. */
  async #postpone(delivery: Delivery): Promise<void> {
    const { database, queue } = this.world;
    const run = await findRun(database, delivery.runId);
    const delaySeconds = 3 + (delivery.tokenId.charCodeAt(0) % 5);
    if (run !== undefined)
      await queue.send([{ runId: run.id, agent: run.agent, priority: run.priority }], { delaySeconds });
    await queue.complete(delivery);
  }

  async #note(): Promise<void> {
    if (!(await recordHeartbeat(this.world.database, this.world.workerId, this.#state))) await this.#register();
  }

  async #tellRuns(workspaceId: string): Promise<void> {
    const { database, workerId: id } = this.world;
    await announceWorkerRuns(database, { id, state: this.#state, workspaceId });
  }

  get #state(): "ready" | "draining" {
    return this.options.leave.aborted ? "draining" : "ready";
  }

  async #lookAround(): Promise<void> {
    const agents = await this.#served.names();
    if (agents.join("\n") === this.#agents.join("\n")) return;
    this.#agents = agents;
    this.world.say(`Serving ${agents.join(", ")}`);
    await this.#register();
  }

  async #register(): Promise<void> {
    if (this.#isOver) return;
    const { host, slots } = this.options;
    const { workerId: id, database } = this.world;
    const state = this.#state;
    this.#registering = registerWorker(database, {
      id,
      host,
      version: axisVersion,
      agents: this.#agents,
      slots,
      state,
    });
    await this.#registering;
  }

  #every(ms: number, work: () => Promise<void>): void {
    let busy = false;
    const once = async () => {
      if (busy) return;
      busy = true;
      await this.#quietly(work);
      busy = false;
    };
    this.#timers.push(setInterval(() => void once(), ms));
  }

  /** An unavailable database or a failed run must not end the worker; the row of a run stays authoritative. */
  async #quietly(work: () => Promise<void>): Promise<void> {
    try {
      await work();
    } catch (error) {
      this.world.say(`Warning: ${errorMessage(error)}`);
    }
  }
}

/** Completes the held token: if it expired instead, it would return as the token of a dead worker. */
export async function requeueRun({ run, delivery }: ClaimedRun, world: WorkerDeps): Promise<void> {
  const { database, queue, say } = world;
  const { id: runId, attempt, agent, priority } = run;
  const isBack = await database.transaction().execute(async (transaction) => {
    if (!(await requeueStopped(transaction, { runId, attempt }))) return false;
    await queue.send([{ runId, agent, priority }], { transaction });
    return true;
  });
  await queue.complete(delivery);
  if (isBack) say(`${runId}: requeued`);
}

/** Keeps an attempt whose report is locked, because it belongs to another worker. */
async function sweepKilledAttempts({ places, say }: Pick<WorkerDeps, "places" | "say">): Promise<void> {
  const names = await readdir(places.attempts).catch(emptyIfMissing);
  for (const name of names) await sweepAttempt(join(places.attempts, name), say);
}

async function sweepAttempt(folder: string, say: (message: string) => void): Promise<void> {
  try {
    await using handle = await fileStore({ configDir: folder }).resumeReport("latest");
    await removeLeftovers(readProgress(handle.steps).unfinished, (message) => say(`Warning: ${message}`));
  } catch (error) {
    if (error instanceof AxisError && error.code === "report-locked") return;
    // The worker was killed before it created a report, so it had not started an agent either.
    if (!(error instanceof AxisError && error.code === "report-missing"))
      say(`Warning: ${folder} could not be read: ${errorMessage(error)}`);
  }
  await rm(folder, { recursive: true, force: true });
}

function emptyIfMissing(error: unknown): string[] {
  if (systemCode(error) === "ENOENT") return [];
  throw error;
}
