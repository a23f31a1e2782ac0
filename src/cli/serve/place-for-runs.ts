/** How many runs a server executes itself, and a check that it has a folder for them before it accepts requests. */
import { otherTemporaryFolder, requireTemporaryFolder } from "../../workspace/temporary-folder.ts";
import type { ServeFlags, ServeSettings } from "./settings.ts";

export const usualSlots = 2;

/** With a shared database workers execute the runs; the server does so only with --slots. */
export function slotsOf({ slots }: Pick<ServeFlags, "slots">, { workers }: ServeSettings, isShared: boolean): number {
  return slots ?? (isShared ? 0 : (workers.slots ?? usualSlots));
}

/** Without this check every submitted run would fail on its own. Bundles for workers are received there too. */
export async function requirePlaceForRuns(slots: number, isShared: boolean): Promise<void> {
  if (isShared) return requireTemporaryFolder();
  if (slots > 0) await requireTemporaryFolder(`${otherTemporaryFolder}; or serve existing data only with: --slots 0`);
}
