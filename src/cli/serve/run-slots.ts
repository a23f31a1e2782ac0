/** How many runs a server executes itself, and a check that it has a folder for them before it accepts requests. */
import { temporaryFolderHint, requireTemporaryFolder } from "../../runner/workspace/temporary-folder.ts";
import type { ServeFlags, ServeSettings } from "./settings.ts";

export const defaultServeSlots = 2;

/** With a shared database workers execute the runs; the server does so only with --slots. */
export function resolveSlots({ slots }: Pick<ServeFlags, "slots">, { workers }: ServeSettings, isShared: boolean): number {
  return slots ?? (isShared ? 0 : (workers.slots ?? defaultServeSlots));
}

/** Without this check every submitted run would fail on its own. Bundles for workers are received there too. */
export async function requireFolderForRuns(slots: number, isShared: boolean): Promise<void> {
  if (isShared) return requireTemporaryFolder();
  if (slots > 0) await requireTemporaryFolder(`${temporaryFolderHint}; or serve existing data only with: --slots 0`);
}
