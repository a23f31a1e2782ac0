import { expect, test } from "vitest";
import type { Entry } from "../../../src/core/entry.ts";
import { findNesting } from "./nesting.ts";
import type { RowStep } from "./rows.ts";

function nested(...calls: readonly (readonly [id: string, parentId?: string])[]) {
  const entries = calls.map(([id, parentId]): Entry => ({
    type: "tool_use",
    timestamp: null,
    id,
    tool: "Task",
    input: {},
    ...(parentId === undefined ? {} : { parentId }),
  }));
  const rows = calls.map((_, at) => ({ entries: [at], interaction: { id: at + 1 } as RowStep }));
  return [...findNesting(rows, entries)].map(([place, { parent, depth }]) => [place, parent, depth]);
}

test("a step within a step within a step says which one it belongs to, and how deep it is", () => {
  expect(nested(["a"], ["b", "a"], ["c", "b"], ["d"])).toEqual([
    [1, 1, 1],
    [2, 2, 2],
  ]);
});

test("a parent that is not there, or that leads back, is none", () => {
  expect(nested(["a", "gone"])).toEqual([]);
  expect(nested(["a", "a"])).toEqual([]);
  expect(nested(["a", "b"], ["b", "a"])).toEqual([]);
  expect(nested(["__proto__", "constructor"])).toEqual([]);
});
