/** Runs that were running when the process that owned the embedded store ended: they are queued again, or given up. */
import { requeueLost, requeueStopped } from "../../store/sql/runs/claim.ts";
import { listRunningRuns } from "../../store/sql/runs/open-runs.ts";
import type { RunRow } from "../../store/sql/runs/runs.ts";
import type { Database } from "../../store/sql/schema/database.ts";
import { listWorkers } from "../../store/sql/workers.ts";
import { finishLostRun } from "../upkeep/reconcile.ts";
import type { LoggedDatabase } from "../worker-deps.ts";

/** A run that was running when this many processes in a row died may be what killed them. */
const maxLosses = 3;

/** Called before this process claims runs: an embedded store has one owner, so all running rows are of a dead process. */
export async function requeueInterruptedRuns({ database, log }: LoggedDatabase): Promise<void> {
  const stopped = await listStoppedWorkers(database);
  for (const run of await listRunningRuns(database)) {
    const attempt = { runId: run.id, attempt: run.attempt };
    if (stopped.has(run.worker_id ?? "")) await requeueStopped(database, attempt);
    else if (isLostTooOften(run)) await finishLostRun(run, { database, log });
    else await requeueLost(database, attempt);
  }
}

/** A process that was told to stop did not die of its runs, even if it had no time to requeue them. */
async function listStoppedWorkers(database: Database): Promise<Set<string>> {
  const workers = await listWorkers(database);
  return new Set(workers.filter(({ state }) => state === "draining").map(({ id }) => id));
}

/** A run with a cancel request is queued in any case: the next claim cancels it. */
function isLostTooOften({ losses, cancel_requested_at }: RunRow): boolean {
  return losses + 1 >= maxLosses && cancel_requested_at === null;
}
