/** Finds steps that were taken inside another one, by a subagent for example. */
import type { Entry } from "../../../src/core/entry.ts";
import { rowKey, type TranscriptRow } from "./rows.ts";

export interface Nesting {
  /** The step around it. */
  readonly parent: number;
  /** The number of steps around it. */
  readonly depth: number;
}

/** Deeper steps are not indented further. */
const maxDepth = 6;

/** By row. A parent that is unknown or part of a cycle is ignored. */
export function findNesting(rows: readonly TranscriptRow[], entries: readonly Entry[]): ReadonlyMap<number, Nesting> {
  const owners = new Map<string, TranscriptRow>();
  for (const row of rows) {
    const entry = entries[rowKey(row)];
    if (entry?.type === "tool_use" && entry.id !== null && !owners.has(entry.id)) owners.set(entry.id, row);
  }
  const findParent = (row: TranscriptRow): TranscriptRow | undefined => {
    const entry = entries[rowKey(row)];
    return entry?.type === "tool_use" && entry.parentId !== undefined ? owners.get(entry.parentId) : undefined;
  };
  const nested = new Map<number, Nesting>();
  for (const row of rows) {
    const parent = findParent(row)?.interaction;
    if (parent === null || parent === undefined) continue;
    const depth = countDepth(row, findParent);
    if (depth > 0) nested.set(rowKey(row), { parent: parent.id, depth });
  }
  return nested;
}

function countDepth(row: TranscriptRow, findParent: (row: TranscriptRow) => TranscriptRow | undefined): number {
  const seen = new Set([row]);
  let depth = 0;
  for (let above = findParent(row); above !== undefined && depth < maxDepth; above = findParent(above)) {
    if (seen.has(above)) return 0;
    seen.add(above);
    depth += 1;
  }
  return depth;
}
