/** Runs that are submitted to a server with a shared Postgres: queued for workers, from bundles that are pushed. */
import { receiveBundle } from "../../bundle/bundle-shelf.ts";
import { openPgBossQueue } from "../../queue/pg-boss-queue.ts";
import type { Queue } from "../../queue/queue.ts";
import type { ServerDeps } from "../../server/deps.ts";
import type { SqlStore } from "../../store/sql/sql-store.ts";
import { submitBatch } from "../../worker/submit-batch.ts";
import { submitByName } from "../../worker/submit.ts";
import type { CliWorld } from "../command.ts";

export interface SubmittedRuns extends AsyncDisposable {
  readonly queue: Queue;
  readonly deps: Required<Pick<ServerDeps, "submit" | "submitBatch" | "receiveBundle">>;
}

export async function queueForWorkers(
  { database }: SqlStore,
  url: string,
  { terminal, now }: CliWorld,
): Promise<SubmittedRuns> {
  const queue = await openPgBossQueue({ url, onWarning: (message) => terminal.err(`Warning: ${message}`) });
  return {
    queue,
    deps: {
      submit: (submission) => submitByName(submission, { database, queue, now }),
      submitBatch: (batch) => submitBatch(batch, { database, queue }),
      receiveBundle: (workspace, content, purpose) => receiveBundle(database, { workspace, purpose }, content),
    },
    [Symbol.asyncDispose]: () => Promise.resolve(queue[Symbol.asyncDispose]()),
  };
}
