/** The steps of a transcript that is still growing, numbered as they will be when it is whole. */
import type { Entry } from "../../../src/core/entry.ts";
import { hasCallFailed, toCall } from "../../../src/agents/transcript/call.ts";
import { classify } from "../../../src/agents/transcript/classify.ts";
import { type EntryGroup, groupEntries } from "../../../src/agents/transcript/groups.ts";
import { elapsedMs, parseTime } from "../../../src/agents/transcript/timestamps.ts";
import { rowMaker, type RowStep, type TranscriptRow } from "./rows.ts";

export function liveRows(entries: readonly Entry[]): TranscriptRow[] {
  const rows: TranscriptRow[] = [];
  rowMaker(
    groupEntries(entries).map((group, position) => stepOf(group, position, entries)),
    rows,
  )(entries.length);
  return rows;
}

function stepOf(group: EntryGroup, position: number, entries: readonly Entry[]): RowStep {
  const { kind, entryIndices } = group;
  const call = kind === "tool" ? toCall(group, entries) : null;
  return {
    id: position + 1,
    kind,
    // What is said is shown as it comes: in one row with what was said before, nobody would see it.
    entryIndices: kind === "thinking" ? entryIndices.slice(0, 1) : entryIndices,
    categories: call === null ? ["agent"] : classify(call),
    toolName: call?.tool ?? null,
    hasError: call === null ? kind === "error" : hasCallFailed(call),
    // A stretch of thinking ends when the next step begins, which may not have happened yet.
    durationMs: call?.use && call.result ? elapsedMs(timeOf(call.use), timeOf(call.result)) : null,
  };
}

function timeOf({ timestamp }: Entry): number | null {
  return parseTime(timestamp);
}
