import { expect, test } from "vitest";
import { foldTrials } from "../../../src/report/build.ts";
import { sampleResult } from "../../../src/store/sample-result.fixture.ts";
import { countFailed, groupByArea, groupByOwner, groupByScenario, listFixRows } from "./fix-rows.ts";
import { sampleFix, sampleFixRun } from "./sample-fix.fixture.ts";

/** Two agents, two scenarios, two trials each. */
const results = ["mini", "flash"].flatMap((agentName) =>
  ["api/errors", "cli/install"].map((scenarioKey) =>
    foldTrials([1, 2].map((trial) => sampleResult({ agentName, scenarioKey, trial }))),
  ),
);
const shared = sampleFix({
  id: "shared",
  points: { least: 1, most: 1.5 },
  runs: [sampleFixRun(), sampleFixRun({ agentName: "flash", least: 4, most: 8, status: "failed" })],
});
const rare = sampleFix({
  id: "rare",
  area: "deliver",
  kind: "check",
  owner: null,
  points: { least: 0.5, most: 0.5 },
  runs: [sampleFixRun({ agentName: "flash", scenarioKey: "cli/install", least: 10, most: 10 })],
});

test("for all agents the causes are as the report has them", () => {
  expect(listFixRows([shared, rare], results, "").map(({ fix, points }) => [fix.id, points])).toEqual([
    ["shared", { least: 1, most: 1.5 }],
    ["rare", { least: 0.5, most: 0.5 }],
  ]);
});

test("for one agent they have its runs, what they cost it, and the most expensive is first", () => {
  const rows = listFixRows([shared, rare], results, "flash");
  // Of two results with two trials each, one trial gains 10, or from 4 to 8.
  expect(rows.map(({ fix, points, runs }) => [fix.id, points, runs.length])).toEqual([
    ["rare", { least: 2.5, most: 2.5 }, 1],
    ["shared", { least: 1, most: 2 }, 1],
  ]);
  expect(listFixRows([rare], results, "mini")).toEqual([]);
});

test("areas without a cause are left out", () => {
  const areas = groupByArea(listFixRows([shared, rare], results, ""));
  expect(areas.map(({ area, rows }) => [area, rows.length])).toEqual([
    ["use", 1],
    ["deliver", 1],
  ]);
});

test("a host has its causes and every run once; checks have no host", () => {
  const second = sampleFix({ id: "second", runs: [sampleFixRun()] });
  const owner = {
    owner: "docs.acme.dev",
    points: { least: 1, most: 2 },
    runs: 2,
    failed: 1,
    fixes: ["shared", "second"],
  };
  const [row, ...others] = groupByOwner([owner], listFixRows([shared, second, rare], results, ""));
  expect(others).toEqual([]);
  expect(row?.fixes.map(({ fix }) => fix.id)).toEqual(["shared", "second"]);
  expect(row?.runs).toHaveLength(2);
  expect(countFailed(row?.runs ?? [])).toBe(1);
});

test("a scenario has the causes that its runs met, with what they cost its mean", () => {
  const groups = groupByScenario(listFixRows([shared, rare], results, ""), results);
  expect(groups.map(({ scenarioKey, rows }) => [scenarioKey, rows.map(({ points }) => points)])).toEqual([
    // 2 and 4 to 8 points of one of two trials, over two results.
    ["api/errors", [{ least: 1.5, most: 2.5 }]],
    ["cli/install", [{ least: 2.5, most: 2.5 }]],
  ]);
});
