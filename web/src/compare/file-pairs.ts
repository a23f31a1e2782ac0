/** The files that two runs changed, laid beside each other by their paths. */
import { axisNotePrefix, type PatchSection } from "../../../src/core/patch-text.ts";

export interface FilePair {
  readonly path: string;
  /** Which run changed it; of those both did, whether they did the same to it. */
  readonly kind: "other" | "before" | "after" | "same";
  /** Most have one section; a file that became a link has two. Empty where that run left it alone. */
  readonly before: readonly PatchSection[];
  readonly after: readonly PatchSection[];
}

/** What differs stands first; within that, in the order of the first diff, then of the second. */
export function pairFiles(olds: readonly PatchSection[], news: readonly PatchSection[]): FilePair[] {
  const [before, after] = [byPath(olds), byPath(news)];
  const paths = [...new Set([...before.keys(), ...after.keys()])];
  const pairs = paths.map((path) => pairOf(path, before.get(path) ?? [], after.get(path) ?? []));
  return pairs.toSorted((one, other) => order.indexOf(one.kind) - order.indexOf(other.kind));
}

const order: readonly FilePair["kind"][] = ["other", "before", "after", "same"];

function byPath(sections: readonly PatchSection[]): Map<string, PatchSection[]> {
  const found = new Map<string, PatchSection[]>();
  for (const section of sections) found.set(section.path, [...(found.get(section.path) ?? []), section]);
  return found;
}

function pairOf(path: string, before: readonly PatchSection[], after: readonly PatchSection[]): FilePair {
  if (after.length === 0) return { path, kind: "before", before, after };
  if (before.length === 0) return { path, kind: "after", before, after };
  const isSame = before.length === after.length && before.every((old, at) => isSameChange(old, after[at]));
  return { path, kind: isSame ? "same" : "other", before, after };
}

/** The file is the same afterwards, or its lines were changed in the same way. */
function isSameChange(old: PatchSection, now: PatchSection | undefined): boolean {
  if (now === undefined || old.what !== now.what || !isSameText(old.facts, now.facts)) return false;
  if (old.contentId !== null && old.contentId === now.contentId) return true;
  return saysAll(old) && saysAll(now) && isSameText(old.lines.map(lineText), now.lines.map(lineText));
}

/** Of a file that is no text, or too long, a diff may hold less than what changed. */
function saysAll({ lines, contentId }: PatchSection): boolean {
  if (lines.length === 0) return contentId === null;
  return !lines.some(({ kind, text }) => kind === "note" && text.startsWith(axisNotePrefix));
}

/** Where it stands is no part of it: the file may have been another one before. */
function lineText({ kind, text }: PatchSection["lines"][number]): string {
  return kind === "hunk" ? kind : `${kind} ${text}`;
}

function isSameText(one: readonly string[], other: readonly string[]): boolean {
  return one.length === other.length && one.every((text, at) => text === other[at]);
}
