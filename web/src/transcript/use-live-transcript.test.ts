import { expect, test } from "vitest";
import type { Entry } from "../../../src/core/entry.ts";
import { buildInteractions } from "../../../src/agents/transcript/interactions.ts";
import { listLiveRows } from "./use-live-transcript.ts";

const at = (second: number) => `2026-01-01T00:00:0${second}Z`;
const entries: Entry[] = [
  { type: "user", timestamp: at(0), text: "Do it" },
  { type: "assistant", timestamp: at(1), text: "I think" },
  { type: "tool_use", timestamp: at(2), id: "a", tool: "shell", input: { command: "curl https://example.com" } },
  { type: "tool_use", timestamp: at(3), id: "b", tool: "read", input: { path: "x.ts" } },
  { type: "tool_result", timestamp: at(4), id: "b", output: "x", isError: false },
  { type: "tool_result", timestamp: at(6), id: "a", output: "failed", isError: true },
  { type: "error", timestamp: at(7), message: "gone" },
];

test("steps of a growing transcript have the numbers, categories and durations they will have when it is whole", () => {
  const whole = buildInteractions(entries);
  const steps = listLiveRows(entries).flatMap(({ interaction }) => interaction ?? []);
  expect(
    steps.map(({ id, kind, categories, entryIndices, hasError }) => ({ id, kind, categories, entryIndices, hasError })),
  ).toEqual(
    whole.map(({ id, kind, categories, entryIndices, hasError }) => ({ id, kind, categories, entryIndices, hasError })),
  );
  expect(steps.filter(({ kind }) => kind === "tool").map(({ durationMs }) => durationMs)).toEqual([4_000, 1_000]);
});

test("a call without a result yet is a row, and its duration is unknown", () => {
  const rows = listLiveRows(entries.slice(0, 3));
  expect(rows.at(-1)).toMatchObject({ entries: [2], interaction: { id: 2, durationMs: null, hasError: false } });
});

test("what an agent says is a row as it comes, and a stretch of it has one number", () => {
  const said = (second: number): Entry => ({ type: "assistant", timestamp: at(second), text: `line ${second}` });
  const rows = listLiveRows([said(0), said(1), said(2), ...entries.slice(2, 3), said(4)]);
  expect(rows.map(({ entries: shown, interaction }) => [shown, interaction?.id ?? null])).toEqual([
    [[0], 1],
    [[1], null],
    [[2], null],
    [[3], 2],
    [[4], 3],
  ]);
});
