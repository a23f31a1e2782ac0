import { expect, test } from "vitest";
import { foldTrials } from "../../../src/report/build.ts";
import { sampleFailure, sampleResult } from "../../../src/store/sample-result.fixture.ts";
import { averageCells, chooseTint, findFolder, groupByFolder, listReasons, sortWorstFirst } from "./matrix-rows.ts";

const result = (scenarioKey: string, agentName: string, axisScore: number | null) =>
  foldTrials([sampleResult({ scenarioKey, agentName, axisScore })]);
const results = [
  result("api/a", "x", 90),
  result("api/a", "y", 70),
  result("top", "x", 40),
  result("api/b", "x", null),
];

test.each([
  [100, 0],
  [94, 0],
  [93.9, 1],
  [87.9, 2],
  [81.9, 3],
  [73.9, 4],
  [63.9, 5],
  [null, 0],
])("a mean of %d has tint %d", (mean, tint) => {
  expect(chooseTint(mean)).toBe(tint);
});

test("scenarios are grouped by folder, in the order of the report", () => {
  expect(findFolder("api/deep/a")).toBe("api/deep/");
  const folders = groupByFolder(results).map(({ name, rows }) => [name, rows.map(({ scenarioKey }) => scenarioKey)]);
  expect(folders).toEqual([
    ["api/", ["api/a", "api/b"]],
    ["", ["top"]],
  ]);
});

test("means are over the results that have a number, of one agent or of all", () => {
  const [api] = groupByFolder(results);
  expect(averageCells(api?.rows ?? [])).toBe(80);
  expect(averageCells(api?.rows ?? [], "y")).toBe(70);
  expect(averageCells(api?.rows ?? [], "unknown")).toBeNull();
});

test("worst first has no folders, and rows without a number come last", () => {
  const [only, ...others] = sortWorstFirst(groupByFolder(results));
  expect(others).toEqual([]);
  expect(only?.rows.map(({ scenarioKey }) => scenarioKey)).toEqual(["top", "api/a", "api/b"]);
  expect(sortWorstFirst([])).toEqual([]);
});

test("what agents failed comes before errors, and the same check of several runs is counted", () => {
  const failing = (runId: string, why: string) => ({
    ...result("s", runId, 50),
    runId,
    status: "failed" as const,
    why,
  });
  const reasons = listReasons([
    { ...foldTrials([sampleFailure("infrastructure")]), why: "port 5432 is already in use" },
    failing("one", "“It works” does not hold"),
    failing("two", "2 checks do not hold: “It works” and 1 more"),
    failing("three", "exit code 3"),
  ]);
  expect(reasons.map(({ what, isCheck, runs }) => [what, isCheck, runs])).toEqual([
    ["It works", true, 2],
    ["exit code 3", false, 1],
    ["port 5432 is already in use", false, 1],
  ]);
});
