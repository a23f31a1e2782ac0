/** Repairs what was lost (spooled results, dead tokens, queued runs without a token) and deletes expired data. */
import { scoreRun } from "../../judging/scorecard/score-run.ts";
import type { Delivery } from "../queue/queue.ts";
import { claimRun } from "../../store/sql/runs/claim.ts";
import { listQueuedRuns } from "../../store/sql/runs/open-runs.ts";
import { prune } from "../../store/sql/retention/prune.ts";
import { findRun, type RunRow } from "../../store/sql/runs/runs.ts";
import { finishRunRow } from "../../store/sql/runs/scoring.ts";
import { withAdvisoryLock } from "../../store/sql/advisory-lock.ts";
import { removeLostWorkers } from "../../store/sql/workers.ts";
import { bareFacts } from "../attempt/facts.ts";
import { drainSpool } from "./spool.ts";
import type { LoggedDatabase, ReconcileDeps, WorkerDeps } from "../worker-deps.ts";

const waitingSeconds = 120;
const maxRunsPerPass = 200;
/** A worker that was killed is shown as lost for a day. */
export const lostWorkerRetentionSeconds = 24 * 60 * 60;

/** Runs once a minute in every worker. */
export async function reconcile(deps: WorkerDeps, isHeld: (runId: string) => boolean): Promise<void> {
  await drainSpool(deps, isHeld);
  await deps.telemetry?.resend();
  await reconcileDatabase(deps);
}

/** Does the work that all workers and servers share; only one of them does it at a time. */
export async function reconcileDatabase(deps: ReconcileDeps): Promise<void> {
  await withAdvisoryLock(deps.database, "reconcile", () => repairDatabase(deps));
}

async function repairDatabase(deps: ReconcileDeps): Promise<void> {
  await finishDeadRuns(deps);
  await sendMissingTokens(deps);
  await removeLostWorkers(deps.database, lostWorkerRetentionSeconds);
  const { runs, files } = await prune(deps);
  if (runs + files > 0) deps.log(`Deleted ${runs} runs and ${files} files past their retention period`);
}

/** Finishes runs that lost every worker, with the facts recorded so far. */
async function finishDeadRuns(deps: ReconcileDeps): Promise<void> {
  for (let left = maxRunsPerPass; left > 0; left -= 1) {
    const delivery = await deps.queue.takeDead();
    if (delivery === undefined) return;
    await claimAndFinish(delivery, deps);
    await deps.queue.complete(delivery);
  }
}

async function claimAndFinish({ runId, tokenId }: Delivery, deps: ReconcileDeps): Promise<void> {
  const { database, workerId } = deps;
  const found = await findRun(database, runId);
  // No worker holds a run that was requeued or was never claimed: claim it here in order to finish it.
  if (found?.status === "queued") await claimRun(database, { runId, workerId, tokenId, isToFinish: true });
  const run = await findRun(database, runId);
  if (run?.status === "running") await finishLostRun(run, deps);
}

/** Finishes a claimed run that lost every worker, with the facts recorded so far. */
export async function finishLostRun(run: RunRow, { database, log }: LoggedDatabase): Promise<void> {
  const runId = run.id;
  const factsIfNone = bareFacts(runId, "worker-lost");
  const scored = await finishRunRow(database, { runId, attempt: run.attempt, ending: {}, factsIfNone }, scoreRun);
  if (scored.status === "scored")
    log(`${runId}: every worker that took this run was lost; finished with the facts recorded so far`);
}

/** A token can be lost with its transaction, or when the tables of the queue engine were emptied. */
async function sendMissingTokens({ database, queue }: ReconcileDeps): Promise<void> {
  for (const { id, agent, priority } of await listQueuedRuns(database, { waitingSeconds, limit: maxRunsPerPass }))
    if (!(await queue.hasToken({ runId: id, agent }))) await queue.send([{ runId: id, agent, priority }]);
}
