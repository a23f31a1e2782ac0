/** What one of two runs changed: the files of its diff, or why they are not known. */
import type { PatchSection } from "../../../src/core/patch-text.ts";
import type { RunBlock } from "../../../src/report/html/page-index.ts";
import { type PatchReading, usePatch } from "../patch/use-patch.ts";
import type { RunSource } from "../source/source.ts";

export type SideChanges =
  | { readonly state: "reading" }
  | { readonly state: "known"; readonly files: readonly PatchSection[]; readonly unnamed: number }
  | { readonly state: "unknown"; readonly why: string };

export function useSideChanges(source: RunSource, block: RunBlock): SideChanges {
  return sideChanges(block, usePatch(source, block));
}

/** `unnamed` are those that changed and of which the diff does not even hold the name. */
export function sideChanges({ detail, patch: isHere }: RunBlock, reading: PatchReading): SideChanges {
  const { patch } = detail;
  if (patch === undefined) return { state: "unknown", why: "none was made when it was recorded" };
  if (patch.files === 0) return { state: "known", files: [], unnamed: 0 };
  if (patch.file === undefined) return { state: "unknown", why: patch.missing ?? "it was not kept" };
  if (isHere === undefined)
    return { state: "unknown", why: `it is not on this page, but in the folder of the report: ${patch.file}` };
  if (reading === null) return { state: "reading" };
  if ("error" in reading) return { state: "unknown", why: reading.error };
  const { files } = reading.patch;
  const named = new Set(files.map(({ path }) => path)).size;
  return { state: "known", files, unnamed: Math.max(0, (patch.files ?? 0) - named) };
}
