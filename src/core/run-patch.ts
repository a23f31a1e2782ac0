/** What the agent changed in its workspace: how much, and where the diff is stored. */
import { z } from "zod";

export const RunPatch = z.object({
  /** The diff, relative to the report folder; absent if nothing changed or it could not be created. */
  file: z.string().optional(),
  bytes: z.number().int().nonnegative().optional(),
  /** Number of files that differ from before the agent ran; null if unknown. */
  files: z.number().int().nonnegative().nullable(),
  /** Changed lines of the files that were compared line by line. */
  added: z.number().int().nonnegative(),
  removed: z.number().int().nonnegative(),
  /** Number of files whose lines are not all in the diff: too large, not text, or not readable. */
  partial: z.number().int().nonnegative(),
  /** Why there is no diff, if something changed or may have changed. */
  missing: z.string().optional(),
});
export type RunPatch = z.infer<typeof RunPatch>;

/** A patch for unknown changes, with the reason why they are unknown. */
export function unknownPatch(missing: string): RunPatch {
  return { files: null, added: 0, removed: 0, partial: 0, missing };
}

/** The same patch without its file. */
export function withoutFile({ file: _file, bytes: _bytes, ...patch }: RunPatch, missing: string): RunPatch {
  return { ...patch, missing: patch.missing ?? missing };
}
