/** Removes what a killed AXIS left behind: folders, and processes that still carry its marker. */
import { messageOf } from "../core/error.ts";
import { endMarked } from "../process/emergency.ts";
import { removeStaleWorkspace, withJudgeRooms } from "../workspace/workspace.ts";

export async function clearUp(unfinished: readonly string[], onWarning: (message: string) => void): Promise<void> {
  const runIds = await withJudgeRooms(unfinished);
  if (runIds.length === 0) return;
  const ended = await endMarked(runIds);
  if (ended > 0) onWarning(`Ended processes left over from an interrupted run: ${ended}`);
  for (const runId of runIds)
    await removeStaleWorkspace(runId).catch((error: unknown) =>
      onWarning(`A leftover workspace could not be removed: ${messageOf(error)}`),
    );
}
