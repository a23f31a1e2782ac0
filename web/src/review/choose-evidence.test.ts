import { expect, test } from "vitest";
import type { PatchSection } from "../../../src/core/patch-text.ts";
import type { RunData } from "../data/run-data.ts";
import { chooseFiles, chooseSteps } from "./choose-evidence.ts";

const fileAt = (path: string): PatchSection => ({
  path,
  contentId: null,
  what: "changed",
  added: 1,
  removed: 0,
  facts: [],
  lines: [],
});
const paths = (files: readonly PatchSection[]) => files.map(({ path }) => path);

test.each([
  ["The README says how", ["README.md"]],
  ["src/login.js exports login", ["src/login.js"]],
  ["login.js, and nothing else, is new", ["src/login.js"]],
  ["The answer is short", []],
])("“%s” is about %j", (check, named) => {
  const files = ["README.md", "src/login.js", "docs/a.md"].map(fileAt);
  const chosen = chooseFiles(files, { check, cites: [] });
  expect(paths(chosen.named)).toEqual(named);
  expect(chosen.named.length + chosen.others.length).toBe(files.length);
});

test("a file that the judge cites is one that the check is about", () => {
  const chosen = chooseFiles([fileAt("a.txt"), fileAt("b.txt")], { check: "It works", cites: [3, "b.txt"] });
  expect(paths(chosen.named)).toEqual(["b.txt"]);
});

/** A run of calls that write these files. */
function runOf(...written: readonly string[]): RunData {
  const entries = written.flatMap((path, index) => [
    { type: "tool_use", timestamp: null, id: `c${index}`, tool: "write", input: { path } },
    { type: "tool_result", timestamp: null, id: `c${index}`, output: `wrote ${path}`, isError: false },
  ]);
  const interactions = written.map((_, index) => ({
    id: index + 1,
    kind: "tool",
    entryIndices: [2 * index, 2 * index + 1],
  }));
  return { entries, interactions } as unknown as RunData;
}

test("the steps that the judge cites come first; without any, those that write a named file", () => {
  const run = runOf("a.js", "README.md", "b.js");
  const ids = (cites: readonly number[]) =>
    chooseSteps(run, { check: "The README says how", cites }).map(({ id, excerpt }) => [id, excerpt]);
  expect(ids([3])).toEqual([[3, "wrote b.js"]]);
  expect(ids([])).toEqual([[2, "wrote README.md"]]);
  expect(chooseSteps(run, { check: "It works", cites: [] })).toEqual([]);
});

test("no more than six steps are shown", () => {
  const run = runOf(...Array.from({ length: 20 }, () => "README.md"));
  const chosen = chooseSteps(run, { check: "The README says how", cites: [] });
  expect(chosen.map(({ id }) => id)).toEqual([15, 16, 17, 18, 19, 20]);
});
