/** Matches the files two runs changed by path. */
import { axisNotePrefix, type PatchSection } from "../../../src/core/patch-text.ts";

export interface FilePair {
  readonly path: string;
  /** Which run changed it; for files both runs changed, whether they made the same change. */
  readonly kind: "other" | "before" | "after" | "same";
  /** Usually one section; a file that became a link has two. Empty if that run did not change the file. */
  readonly before: readonly PatchSection[];
  readonly after: readonly PatchSection[];
}

/** Differences come first, then the order of the first diff, then of the second. */
export function pairFiles(olds: readonly PatchSection[], news: readonly PatchSection[]): FilePair[] {
  const [before, after] = [groupByPath(olds), groupByPath(news)];
  const paths = [...new Set([...before.keys(), ...after.keys()])];
  const pairs = paths.map((path) => pairFile(path, before.get(path) ?? [], after.get(path) ?? []));
  return pairs.toSorted((one, other) => kindOrder.indexOf(one.kind) - kindOrder.indexOf(other.kind));
}

const kindOrder: readonly FilePair["kind"][] = ["other", "before", "after", "same"];

function groupByPath(sections: readonly PatchSection[]): Map<string, PatchSection[]> {
  const found = new Map<string, PatchSection[]>();
  for (const section of sections) found.set(section.path, [...(found.get(section.path) ?? []), section]);
  return found;
}

function pairFile(path: string, before: readonly PatchSection[], after: readonly PatchSection[]): FilePair {
  if (after.length === 0) return { path, kind: "before", before, after };
  if (before.length === 0) return { path, kind: "after", before, after };
  const isSame = before.length === after.length && before.every((old, at) => isSameChange(old, after[at]));
  return { path, kind: isSame ? "same" : "other", before, after };
}

/** True if the resulting file is the same, or if the same lines were changed in the same way. */
function isSameChange(old: PatchSection, now: PatchSection | undefined): boolean {
  if (now === undefined || old.what !== now.what || !isSameText(old.facts, now.facts)) return false;
  if (old.contentId !== null && old.contentId === now.contentId) return true;
  return isComplete(old) && isComplete(now) && isSameText(old.lines.map(normalizeLine), now.lines.map(normalizeLine));
}

/** The diff of a binary or very long file may leave out part of the change. */
function isComplete({ lines, contentId }: PatchSection): boolean {
  if (lines.length === 0) return contentId === null;
  return !lines.some(({ kind, text }) => kind === "note" && text.startsWith(axisNotePrefix));
}

/** Ignores line numbers, because the files may have differed before. */
function normalizeLine({ kind, text }: PatchSection["lines"][number]): string {
  return kind === "hunk" ? kind : `${kind} ${text}`;
}

function isSameText(one: readonly string[], other: readonly string[]): boolean {
  return one.length === other.length && one.every((text, at) => text === other[at]);
}
