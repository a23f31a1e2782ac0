/** Requeues a run at once, for a worker that is stopped in the middle of it. This does not count as a loss. */
import { requeueStopped } from "../../store/sql/runs/claim.ts";
import type { WorkerDeps } from "../worker-deps.ts";
import type { ClaimedRun } from "./run-attempt.ts";

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
