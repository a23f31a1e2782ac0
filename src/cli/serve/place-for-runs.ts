/** How many runs a server carries out itself, and that it has a folder for them: found out before it answers anybody. */
import { otherTemporaryFolder, requireTemporaryFolder } from "../../workspace/temporary-folder.ts";
import type { ServeFlags, ServeSettings } from "./settings.ts";

export const usualSlots = 2;

/** With a shared database workers carry out runs, and the server only where it is told how many. */
export function slotsOf({ slots }: Pick<ServeFlags, "slots">, { workers }: ServeSettings, isShared: boolean): number {
  return slots ?? (isShared ? 0 : (workers.slots ?? usualSlots));
}

/** Else every run that is asked for would fail by itself. Bundles for workers are taken in there too. */
export async function requirePlaceForRuns(slots: number, isShared: boolean): Promise<void> {
  if (isShared) return requireTemporaryFolder();
  if (slots > 0) await requireTemporaryFolder(`${otherTemporaryFolder}; or serve what is there with: --slots 0`);
}
