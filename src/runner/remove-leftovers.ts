/** Removes what a killed AXIS left behind: folders, and processes that still carry its marker. */
import { errorMessage } from "../core/error.ts";
import { endLeftoverProcesses } from "../process/emergency.ts";
import { removeStaleWorkspace, addJudgeRooms } from "./workspace/workspace.ts";

export async function removeLeftovers(
  unfinished: readonly string[],
  onWarning: (message: string) => void,
): Promise<void> {
  const runIds = await addJudgeRooms(unfinished);
  if (runIds.length === 0) return;
  const ended = await endLeftoverProcesses(runIds);
  if (ended > 0) onWarning(`Ended processes left over from an interrupted run: ${ended}`);
  for (const runId of runIds)
    await removeStaleWorkspace(runId).catch((error: unknown) =>
      onWarning(`A leftover workspace could not be removed: ${errorMessage(error)}`),
    );
}
