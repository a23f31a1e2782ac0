import { expect, test } from "vitest";
import type { Entry } from "../../../src/core/entry.ts";
import type { Json } from "../../../src/core/json.ts";
import type { Interaction } from "../../../src/core/interaction.ts";
import { alignCalls } from "./call-pairs.ts";

type Made = readonly [tool: string, input: Json, result?: { readonly httpStatus?: number; readonly exitCode?: number }];

/** A run that made these calls. */
function run(...made: readonly Made[]) {
  const entries = made.flatMap(([tool, input, result = {}], at): Entry[] => [
    { type: "tool_use", timestamp: null, id: `c${at}`, tool, input },
    { type: "tool_result", timestamp: null, id: `c${at}`, output: "", isError: false, ...result },
  ]);
  const interactions = made.map(([tool], at): Interaction => ({
    id: at + 1,
    kind: "tool",
    categories: [],
    toolName: tool,
    entryIndices: [2 * at, 2 * at + 1],
    sparseLine: "",
    hasError: false,
    startMs: null,
    durationMs: null,
    contextBytes: 0,
    content: "",
  }));
  return { entries, interactions };
}

const list: Made = ["bash", { command: "ls" }];
const fetch = (url: string, httpStatus = 200): Made => ["fetch", { url }, { httpStatus }];
const write = (content: string, file_path = "/work/a.js"): Made => ["write", { file_path, content }];

function kinds(before: readonly Made[], after: readonly Made[]) {
  return alignCalls(run(...before), run(...after)).rows.map(({ kind }) => kind);
}

test("calls that only one run made stand alone, the others in one row", () => {
  const { rows, counts } = alignCalls(run(list, fetch("a"), list), run(list, fetch("b"), fetch("c"), list));
  expect(rows.map(({ kind }) => kind)).toEqual(["same", "before", "after", "after", "same"]);
  expect(counts).toEqual({ before: 1, after: 2, both: 2 });
});

test("two calls that write the same file are one row, which differs if the content does", () => {
  expect(kinds([write("x")], [write("y")])).toEqual(["content"]);
  expect(kinds([write("x")], [write("x")])).toEqual(["same"]);
  expect(kinds([write("x")], [write("x", "/work/b.js")])).toEqual(["before", "after"]);
});

test("the same call with another outcome differs, and a failure has its status or exit code", () => {
  const { rows } = alignCalls(run(fetch("a")), run(fetch("a", 404)));
  expect(rows.map(({ kind, after }) => [kind, after?.failure])).toEqual([["outcome", "404"]]);
  const failed = alignCalls(run(), run(["bash", { command: "x" }, { exitCode: 2 }]));
  expect(failed.rows[0]?.after?.failure).toBe("exit 2");
});
