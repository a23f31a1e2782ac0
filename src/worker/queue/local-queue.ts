/** The queue of an embedded store: queued rows are the queue, and the one process that owns the store is its only worker. */
import { randomUUID } from "node:crypto";
import { requeueLost, requeueStopped } from "../../store/sql/runs/claim.ts";
import { listQueuedRuns, listRunningRuns } from "../../store/sql/runs/open-runs.ts";
import type { RunRow } from "../../store/sql/runs/runs.ts";
import type { Database } from "../../store/sql/schema/database.ts";
import { listWorkers } from "../../store/sql/workers.ts";
import type { Delivery, Queue, QueuedRun, SendOptions } from "./queue.ts";

/** Far more than anybody queues on one machine between two looks. */
const lookAhead = 1_000;

/** A run that was going at so many ends of a process, one after the other, may be what ended them. */
const mostLosses = 3;

/** What was running when the process before ended is queued again, unless that is once too often: nobody else can hold it. */
export async function openLocalQueue(database: Database, now: () => number = monotonic): Promise<Queue> {
  const dead = new Set<string>();
  const stopped = await toldToStop(database);
  for (const run of await listRunningRuns(database)) {
    const attempt = { runId: run.id, attempt: run.attempt };
    if (stopped.has(run.worker_id ?? "")) await requeueStopped(database, attempt);
    else if (isDead(run)) dead.add(run.id);
    else await requeueLost(database, attempt);
  }
  return new LocalQueue(database, { now, dead });
}

/** Whoever was told to stop did not end by a run of its own, also where it was not given the time to put its runs back. */
async function toldToStop(database: Database): Promise<Set<string>> {
  const workers = await listWorkers(database);
  return new Set(workers.filter(({ state }) => state === "draining").map(({ id }) => id));
}

/** One that somebody wants to stop is queued whatever it did: whoever takes it up cancels it. */
function isDead({ losses, cancel_requested_at }: RunRow): boolean {
  return losses + 1 >= mostLosses && cancel_requested_at === null;
}

function monotonic(): number {
  return performance.now();
}

class LocalQueue implements Queue {
  readonly isShared = false;
  readonly #held = new Map<string, string>();
  readonly #notBefore = new Map<string, number>();

  constructor(
    readonly database: Database,
    readonly world: { readonly now: () => number; readonly dead: Set<string> },
  ) {}

  /** The rows are there already; only a delay has to be kept in mind. */
  async send(runs: readonly QueuedRun[], { delaySeconds = 0 }: SendOptions = {}): Promise<void> {
    for (const { runId } of runs)
      if (delaySeconds > 0) this.#notBefore.set(runId, this.world.now() + delaySeconds * 1_000);
      else this.#notBefore.delete(runId);
  }

  async take(agents: readonly string[]): Promise<Delivery | undefined> {
    const served = new Set(agents);
    const rows = await listQueuedRuns(this.database, { waitingSeconds: 0, limit: lookAhead });
    const next = rows.find(({ id, agent }) => served.has(agent) && this.#isFree(id));
    return next === undefined ? undefined : this.#give(next.id, next.losses);
  }

  async renew({ runId, tokenId }: Delivery): Promise<boolean> {
    return this.#held.get(runId) === tokenId;
  }

  async complete({ runId, tokenId }: Delivery): Promise<boolean> {
    this.world.dead.delete(runId);
    return this.#held.get(runId) === tokenId && this.#held.delete(runId);
  }

  async hasToken(): Promise<boolean> {
    return true;
  }

  /** The same one until it is completed: whoever cannot finish it now tries again. */
  async takeDead(): Promise<Delivery | undefined> {
    const [runId] = this.world.dead;
    return runId === undefined ? undefined : this.#give(runId, mostLosses - 1);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#held.clear();
  }

  #give(runId: string, returns: number): Delivery {
    const tokenId = randomUUID();
    this.#held.set(runId, tokenId);
    return { tokenId, runId, queueName: "local", returns };
  }

  #isFree(runId: string): boolean {
    return !this.#held.has(runId) && (this.#notBefore.get(runId) ?? 0) <= this.world.now();
  }
}
