import { expect, test } from "vitest";
import { compareRows, buildRowReport, buildRowResults } from "../../../src/report/verdicts/rows.fixture.ts";
import { formatWholeChange, listScenarioRows, type Metric } from "./scenario-rows.ts";

const before = { better: [60, 61], left: [80, 80], noise: [80, 81], worse: [90, 60] };
const after = { better: [80, 81], fresh: [50, 50], noise: [79, 80], worse: [60, 55] };
const comparison = compareRows(before, after);
const agents = [{ name: "a", margin: 3, isPassRate: false }];
const reports = [before, after].map((rows) => buildRowReport(buildRowResults(rows)));

function list(metric: Metric, sort = "a") {
  return listScenarioRows({ comparison, agents, metric, sort, reports }).map(({ scenarioKey, moves: [move] }) => [
    scenarioKey,
    move?.text,
    move?.tone,
  ]);
}

test("the worst change comes first, and what only one side has comes last, written out", () => {
  expect(list("axisScore").map(([key, text]) => [key, text])).toEqual([
    ["worse", "−18"],
    ["noise", "−1"],
    ["better", "+20"],
    ["fresh", "new: – → 50"],
    ["left", "gone: 80 → –"],
  ]);
});

test("by name the order is that of the names", () => {
  expect(list("axisScore", "name").map(([key]) => key)).toEqual(["better", "fresh", "left", "noise", "worse"]);
});

test("within the margin a change is grey, beyond it brown, and red only where it is proven", () => {
  const tones = Object.fromEntries(list("axisScore").map(([key, , tone]) => [key, tone]));
  expect(tones).toMatchObject({ noise: "dim", worse: "warn", better: "good" });
  const one = compareRows({ one: [90, 91, 90, 91] }, { one: [70, 71, 70, 71] });
  const [row] = listScenarioRows({ comparison: one, agents, metric: "axisScore", sort: "a", reports: [] });
  expect(row?.moves[0]?.tone).toBe("bad");
  // The verdict is about the AXIS Result, so a dimension is never called proven.
  const [goal] = listScenarioRows({ comparison: one, agents, metric: "goalAchievement", sort: "a", reports: [] });
  expect(goal?.moves[0]?.tone).toBe("warn");
});

test("passes are counted trials; of a baseline only the result is known", () => {
  expect(list("passed").find(([key]) => key === "worse")).toEqual(["worse", "1/2 → 0/2", "dim"]);
  const request = { comparison, agents, metric: "passed", sort: "name" } as const;
  const [row] = listScenarioRows({ ...request, reports: [null, reports[1]] });
  expect(row?.moves[0]).toMatchObject({ text: "failed → 2/2", tone: "good", before: 0, after: 100 });
});

test("a dimension that is new is written out", () => {
  const entries = comparison.entries.map((entry) => ({
    ...entry,
    categories: { ...entry.categories, service: { baseline: null, current: 10, delta: null } },
  }));
  const request = {
    comparison: { ...comparison, entries },
    agents,
    metric: "service",
    sort: "a",
    reports: [],
  } as const;
  expect(listScenarioRows(request)[0]?.moves[0]).toMatchObject({ text: "n/a → 10", tone: "dim", change: null });
});

test("an agent without a scenario has no move there", () => {
  const other = [...agents, { name: "b", margin: 3, isPassRate: false }];
  expect(
    listScenarioRows({ comparison, agents: other, metric: "axisScore", sort: "b", reports: [] })[0]?.moves[1],
  ).toBeNull();
});

test("changes are whole points with a sign", () => {
  expect([-0.4, 0.4, -0.6, 12.2].map(formatWholeChange)).toEqual(["0", "0", "−1", "+12"]);
});
