/** Finds rows by text without holding the page up: a slice of work, a breath, the next slice. */
import type { Entry } from "../../../src/core/entry.ts";
import { textOf, type TranscriptRow } from "./rows.ts";

/** Work between two breaths. */
const sliceMs = 12;

export interface SearchTarget {
  readonly rows: readonly TranscriptRow[];
  readonly entries: readonly Entry[];
}

/** Positions of the rows that hold the text, in any case; undefined when it was given up. */
export async function searchRows(
  { rows, entries }: SearchTarget,
  query: string,
  abort: AbortSignal,
): Promise<number[] | undefined> {
  const wanted = query.toLowerCase();
  const found: number[] = [];
  let began = performance.now();
  for (const [position, row] of rows.entries()) {
    if (row.entries.some((at) => holds(entries[at], wanted))) found.push(position);
    if (performance.now() - began < sliceMs) continue;
    await breath();
    if (abort.aborted) return undefined;
    began = performance.now();
  }
  return abort.aborted ? undefined : found;
}

function holds(entry: Entry | undefined, wanted: string): boolean {
  return entry !== undefined && textOf(entry).toLowerCase().includes(wanted);
}

/** Lets the browser show and hear something. */
function breath(): Promise<void> {
  return new Promise((resolve) => {
    setTimeout(resolve, 0);
  });
}
