/** The queue of an embedded store: queued rows are the queue, and the one process that owns the store is its only worker. */
import { randomUUID } from "node:crypto";
import { queuedRuns, releaseRun } from "../store/sql/runs/claim.ts";
import { runningRuns } from "../store/sql/runs/open-runs.ts";
import type { Database } from "../store/sql/schema/database.ts";
import type { Delivery, Queue, QueuedRun, SendOptions } from "./queue.ts";

/** Far more than anybody queues on one machine between two looks. */
const lookAhead = 1_000;

/** What was running when the process before ended is queued again: nobody else can hold it. */
export async function openLocalQueue(database: Database, now: () => number = monotonic): Promise<Queue> {
  for (const { id, attempt } of await runningRuns(database)) await releaseRun(database, { runId: id, attempt });
  return new LocalQueue(database, now);
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
    readonly now: () => number,
  ) {}

  /** The rows are there already; only a delay has to be kept in mind. */
  async send(runs: readonly QueuedRun[], { delaySeconds = 0 }: SendOptions = {}): Promise<void> {
    for (const { runId } of runs)
      if (delaySeconds > 0) this.#notBefore.set(runId, this.now() + delaySeconds * 1_000);
      else this.#notBefore.delete(runId);
  }

  async take(agents: readonly string[]): Promise<Delivery | undefined> {
    const served = new Set(agents);
    const rows = await queuedRuns(this.database, { waitingSeconds: 0, limit: lookAhead });
    const next = rows.find(({ id, agent }) => served.has(agent) && this.#isFree(id));
    if (next === undefined) return undefined;
    const tokenId = randomUUID();
    this.#held.set(next.id, tokenId);
    return { tokenId, runId: next.id, queueName: "local", returns: 0 };
  }

  async renew({ runId, tokenId }: Delivery): Promise<boolean> {
    return this.#held.get(runId) === tokenId;
  }

  async complete({ runId, tokenId }: Delivery): Promise<boolean> {
    return this.#held.get(runId) === tokenId && this.#held.delete(runId);
  }

  async hasToken(): Promise<boolean> {
    return true;
  }

  /** With the only worker its queue is gone, so no token is ever lost alone. */
  async takeDead(): Promise<undefined> {
    return undefined;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#held.clear();
  }

  #isFree(runId: string): boolean {
    return !this.#held.has(runId) && (this.#notBefore.get(runId) ?? 0) <= this.now();
  }
}
