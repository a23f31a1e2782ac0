import { expect, test } from "vitest";
import type { Entry } from "../../../src/core/entry.ts";
import { buildInteractions } from "../../../src/agents/transcript/interactions.ts";
import { matchesKind, createRowMaker, type TranscriptRow } from "./rows.ts";
import { searchRows } from "./use-search.ts";

const timestamp = null;
const entries: Entry[] = [
  { type: "user", timestamp, text: "Do it" },
  { type: "assistant", timestamp, text: "I think" },
  { type: "assistant", timestamp, text: "and think" },
  { type: "tool_use", timestamp, id: "a", tool: "shell", input: { command: "ls" } },
  { type: "tool_use", timestamp, id: "b", tool: "read", input: { path: "x.ts" } },
  { type: "tool_result", timestamp, id: "b", output: "Needle", isError: false },
  { type: "tool_result", timestamp, id: "a", output: "failed", isError: true },
  { type: "error", timestamp, message: "gone" },
];
const interactions = buildInteractions(entries);

function rowsBySteps(step: number): TranscriptRow[] {
  const rows: TranscriptRow[] = [];
  const add = createRowMaker(interactions, rows);
  for (let upTo = step; upTo < entries.length; upTo += step) add(upTo);
  add(entries.length);
  return rows;
}

test("a call stands with its result, a stretch of thinking together, all else by itself", () => {
  expect(rowsBySteps(100).map((row) => row.entries)).toEqual([[0], [1, 2], [3, 6], [4, 5], [7]]);
});

test.each([1, 2, 3, 7])("rows are the same when entries come %i at a time", (step) => {
  expect(rowsBySteps(step)).toEqual(rowsBySteps(100));
});

test.each([
  ["text", [0, 1]],
  ["failed", [2, 4]],
  ["unnecessary", [3]],
] as const)("of the kind %s are the rows %j", (kind, expected) => {
  const rows = rowsBySteps(100);
  const read = interactions.find(({ toolName }) => toolName === "read");
  const marks = { entries, unnecessary: new Set([read?.id ?? -1]) };
  expect([...rows.keys()].filter((index) => matchesKind(rows[index]!, kind, marks))).toEqual(expected);
});

test("a search looks into inputs and outputs, in any case", async () => {
  const target = { rows: rowsBySteps(100), entries };
  const { signal } = new AbortController();
  expect(await searchRows(target, "nEEdle", signal)).toEqual([3]);
  expect(await searchRows(target, "x.ts", signal)).toEqual([3]);
  expect(await searchRows(target, "nowhere", signal)).toEqual([]);
});

test("a search that was given up gives nothing", async () => {
  expect(await searchRows({ rows: rowsBySteps(100), entries }, "x", AbortSignal.abort())).toBeUndefined();
});
