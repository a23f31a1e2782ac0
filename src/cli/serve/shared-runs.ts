/** Queues runs for workers that are submitted to a server with a shared Postgres, from uploaded bundles. */
import { hostname } from "node:os";
import { receiveBundle } from "../../worker/bundle/bundle-store.ts";
import { receiveReport } from "../../worker/stored/receive-report.ts";
import { openPgBossQueue } from "../../worker/queue/pg-boss-queue.ts";
import type { Queue } from "../../worker/queue/queue.ts";
import type { ServerDeps } from "../../server/deps.ts";
import type { SqlStore } from "../../store/sql/sql-store.ts";
import { setAgentLimits } from "../../store/sql/agent-limits.ts";
import { submitBatch } from "../../worker/asking/submit-batch.ts";
import { submitByName } from "../../worker/asking/submit.ts";
import type { WorkerOptions } from "../../worker/worker.ts";
import type { CliDeps } from "../command.ts";
import type { SandboxFlags } from "../sandbox-flags.ts";
import type { ServeSettings } from "./settings.ts";
import { runServerWorker } from "./server-worker.ts";

/** How a server handles submitted runs. */
export interface ServedRuns extends AsyncDisposable {
  /** What the server needs to accept them. */
  readonly deps: Partial<ServerDeps>;
  /** Set if the queue is shared; the worker of an embedded queue looks after it. */
  readonly queue?: Queue;
  /** Executes runs until it is told to stop; calls `onReady` once the worker is registered. */
  work(leave: AbortSignal, onReady: NonNullable<WorkerOptions["onReady"]>): Promise<void>;
}

interface SharedRunsOptions {
  readonly url: string;
  /** How many runs the server itself executes at once. */
  readonly slots: number;
  /** How long runs may continue after the server was told to stop. */
  readonly drainSeconds: number;
  readonly settings: ServeSettings;
  readonly flags: SandboxFlags;
}

/** The server itself executes runs only with --slots. */
export async function openSharedRuns(
  store: SqlStore,
  { url, slots, drainSeconds, settings, flags }: SharedRunsOptions,
  deps: CliDeps,
): Promise<ServedRuns> {
  const { database } = store;
  const queue = await openPgBossQueue({ url, onWarning: (message) => deps.terminal.err(`Warning: ${message}`) });
  await setAgentLimits(database, settings.workers.agent_limits ?? {});
  return {
    queue,
    deps: {
      submit: (submission) => submitByName(submission, { database, queue, now: deps.now }),
      submitBatch: (batch) => submitBatch(batch, { database, queue }),
      receiveBundle: (workspace, content, purpose) => receiveBundle(store, { workspace, purpose }, content),
      receiveReport: (workspaceId, document) => receiveReport(store, workspaceId, document),
    },
    async work(leave, onReady) {
      if (slots === 0) return onReady(() => Promise.resolve());
      const options = { host: hostname(), slots, drainSeconds, leave, onReady };
      await runServerWorker({ store, queue, flags }, options, deps);
    },
    [Symbol.asyncDispose]: () => Promise.resolve(queue[Symbol.asyncDispose]()),
  };
}
