/** Summarizes what an agent changed. */
import { formatCount } from "../../core/format-count.ts";
import type { RunPatch } from "../../core/run-patch.ts";

/** The number of files and lines; null if unknown. */
export function formatPatch({ files, added, removed }: RunPatch): string | null {
  if (files === null) return null;
  const counted = formatCount(files, "file");
  return added + removed === 0 ? counted : `${counted}, +${added} −${removed}`;
}

/** The same, with the location of the diff or the reason why there is none. */
export function formatPatchLine(patch: RunPatch): string {
  const where = patch.file ?? (patch.missing === undefined ? undefined : `no diff: ${patch.missing}`);
  return [formatPatch(patch), where].filter((part) => part !== null && part !== undefined).join("  ");
}
