/** The queue of a shared Postgres database. It uses pg-boss, which has its own schema. */
import { createHash } from "node:crypto";
import { AxisError, errorMessage } from "../../core/error.ts";
import type { Database } from "../../store/sql/schema/database.ts";
import type { Delivery, Queue, QueuedRun, SendOptions } from "./queue.ts";

/** One queue per agent. Its name is derived from the agent's name, using only characters that every engine accepts. */
const longestSlug = 40;

/** Different agent names get different queues, even if their slugs are the same. */
export function toQueueName(agent: string): string {
  const slug = agent
    .toLowerCase()
    .replaceAll(/[^a-z0-9-]+/g, "-")
    .slice(0, longestSlug);
  if (slug === agent) return `axis-runs.${slug}`;
  const mark = createHash("sha256").update(agent).digest("hex").slice(0, 8);
  return `axis-runs.${slug}-${mark}`;
}

/** Receives tokens whose worker was lost on every delivery. */
const deadLetterQueue = "axis-dead";

const schema = "axis_queue";
/** A holder that is silent for this long counts as dead; holders renew three times as often. */
const heartbeatSeconds = 30;
/** Two returns: a run that has crashed three workers is not tried a fourth time. */
const maxReturns = 2;
const watchSeconds = 10;
/** Extra time beyond the run's own limit, for copying, judging and storing. */
const graceSeconds = 15 * 60;
/** The maximum that pg-boss allows. */
const longestExpiry = 24 * 60 * 60;
const keepSeconds = 7 * 24 * 60 * 60;
const maxConnections = 4;

/** The pg-boss instance. */
type Engine = InstanceType<typeof import("pg-boss").PgBoss>;

export interface PgBossOptions {
  readonly url: string;
  readonly onWarning: (message: string) => void;
}

/** Starts pg-boss, which creates its own tables if they are missing. */
export async function openPgBossQueue({ url, onWarning }: PgBossOptions): Promise<Queue> {
  const { PgBoss, fromKysely } = await loadEngine();
  const engine = new PgBoss({
    connectionString: url,
    application_name: "axis-queue",
    schema,
    max: maxConnections,
    schedule: false,
    superviseIntervalSeconds: watchSeconds,
    monitorIntervalSeconds: watchSeconds,
    monitorVacuum: false,
    reindex: false,
  });
  // The engine reconnects by itself after a lost connection, but an unhandled error event would end the process.
  engine.on("error", (error: Error) => onWarning(`queue: ${errorMessage(error)}`));
  await engine.start();
  await engine.createQueue(deadLetterQueue, { retryLimit: 1_000, deleteAfterSeconds: keepSeconds });
  return new PgBossQueue(engine, (transaction) => fromKysely(transaction));
}

async function loadEngine(): Promise<typeof import("pg-boss")> {
  try {
    return await import("pg-boss");
  } catch (cause) {
    throw new AxisError("store-unavailable", "The queue requires the package pg-boss, which is not installed", {
      hint: "Install it with: npm install pg-boss@12.35.0",
      cause,
    });
  }
}

type Connection = NonNullable<Parameters<Engine["insert"]>[2]>["db"];

class PgBossQueue implements Queue {
  readonly #made = new Set<string>();
  #turn = 0;

  constructor(
    readonly engine: Engine,
    readonly connectionOf: (transaction: Database) => NonNullable<Connection>,
  ) {}

  async send(runs: readonly QueuedRun[], { transaction, delaySeconds }: SendOptions = {}): Promise<void> {
    const byQueue = new Map<string, QueuedRun[]>();
    for (const run of runs) {
      const name = toQueueName(run.agent);
      byQueue.set(name, [...(byQueue.get(name) ?? []), run]);
    }
    const options = transaction === undefined ? {} : { db: this.connectionOf(transaction) };
    for (const [name, group] of byQueue) {
      await this.#make(name);
      await this.engine.insert(
        name,
        group.map((run) => toToken(run, delaySeconds)),
        options,
      );
    }
  }

  async take(agents: readonly string[]): Promise<Delivery | undefined> {
    this.#turn += 1;
    for (let step = 0; step < agents.length; step += 1) {
      const agent = agents[(this.#turn + step) % agents.length];
      const found = agent === undefined ? undefined : await this.#fetch(toQueueName(agent));
      if (found !== undefined) return found;
    }
    return undefined;
  }

  async renew(delivery: Delivery): Promise<boolean> {
    return hasChangedOne(await this.engine.touch(delivery.queueName, toDeliveryKey(delivery)));
  }

  async complete(delivery: Delivery): Promise<boolean> {
    return hasChangedOne(await this.engine.complete(delivery.queueName, toDeliveryKey(delivery)));
  }

  async hasToken({ runId, agent }: QueuedRun): Promise<boolean> {
    const name = toQueueName(agent);
    await this.#make(name);
    const found = await this.engine.findJobs(name, { key: runId });
    return found.some(({ state }) => state === "created" || state === "retry" || state === "active");
  }

  takeDead(): Promise<Delivery | undefined> {
    return this.#fetch(deadLetterQueue);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.engine.stop({ graceful: false, close: true });
  }

  async #fetch(name: string): Promise<Delivery | undefined> {
    if (name !== deadLetterQueue) await this.#make(name);
    const [job] = await this.engine.fetch<{ runId: string }>(name);
    if (job === undefined) return undefined;
    return { tokenId: job.id, runId: job.data.runId, queueName: name, returns: job.retryCount };
  }

  async #make(name: string): Promise<void> {
    if (this.#made.has(name)) return;
    await this.engine.createQueue(name, {
      heartbeatSeconds,
      retryLimit: maxReturns,
      retryDelay: 1,
      deleteAfterSeconds: keepSeconds,
      deadLetter: deadLetterQueue,
    });
    this.#made.add(name);
  }
}

function toToken({ runId, priority, longestSeconds = longestExpiry }: QueuedRun, delaySeconds: number | undefined) {
  return {
    data: { runId },
    singletonKey: runId,
    priority: priority ?? 0,
    expireInSeconds: Math.min(longestExpiry, Math.ceil(longestSeconds) + graceSeconds),
    startAfter: delaySeconds,
  };
}

/** Identifies this delivery, so that a holder whose token was delivered again cannot change it. */
function toDeliveryKey({ tokenId, returns }: Delivery) {
  return { id: tokenId, retryCount: returns };
}

/** The engine reports how many tokens it changed. */
function hasChangedOne(answer: object): boolean {
  return "affected" in answer && answer.affected === 1;
}
