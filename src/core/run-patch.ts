/** What the agent changed in its workspace: how much, and where the diff of it lies. */
import { z } from "zod";

export const RunPatch = z.object({
  /** The diff, relative to the report folder; absent where nothing changed, or where it could not be made. */
  file: z.string().optional(),
  bytes: z.number().int().nonnegative().optional(),
  /** Files that are not as they were before the agent; null where that is not known. */
  files: z.number().int().nonnegative().nullable(),
  /** Lines, of the files that were compared line by line. */
  added: z.number().int().nonnegative(),
  removed: z.number().int().nonnegative(),
  /** Of the files, those whose lines are not all in the diff: too large, no text, not to be read. */
  partial: z.number().int().nonnegative(),
  /** Why there is no diff, where something changed or nobody knows. */
  missing: z.string().optional(),
});
export type RunPatch = z.infer<typeof RunPatch>;

/** Why it is that nothing is known of what changed. */
export function unknownPatch(missing: string): RunPatch {
  return { files: null, added: 0, removed: 0, partial: 0, missing };
}

/** The same without its file. */
export function withoutFile({ file: _file, bytes: _bytes, ...patch }: RunPatch, missing: string): RunPatch {
  return { ...patch, missing: patch.missing ?? missing };
}
