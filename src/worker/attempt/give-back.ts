/** Gives a run back at once: for a worker that somebody stops in the middle of it, which is no loss. */
import { requeueStopped } from "../../store/sql/runs/claim.ts";
import type { WorkerWorld } from "../worker-world.ts";
import type { Claimed } from "./carry-out.ts";

/** The token that is held is used up: left to lapse, it would come back as that of a worker which died. */
export async function giveBackRun({ run, delivery }: Claimed, world: WorkerWorld): Promise<void> {
  const { database, queue, say } = world;
  const { id: runId, attempt, agent, priority } = run;
  const isBack = await database.transaction().execute(async (transaction) => {
    if (!(await requeueStopped(transaction, { runId, attempt }))) return false;
    await queue.send([{ runId, agent, priority }], { transaction });
    return true;
  });
  await queue.complete(delivery);
  if (isBack) say(`${runId}: put back`);
}
