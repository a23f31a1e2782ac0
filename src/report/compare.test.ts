import { describe, expect, test } from "vitest";
import type { CellResult } from "../core/report/pair-result.ts";
import { sampleFailure, sampleResult, sampleScore } from "../testing/sample-result.ts";
import { baselineFrom } from "./baseline.ts";
import { buildReport } from "./build.ts";
import { compareReports } from "./compare.ts";
import { gate } from "./gate.ts";

function reportOf(results: CellResult[], reportId = "now") {
  const cells = results.map(({ scenarioKey, agentName, trial }) => ({
    scenario: scenarioKey,
    agent: agentName,
    trial,
  }));
  return buildReport({
    reportId,
    timestamp: "2026-01-01T00:00:00.000Z",
    durationMs: 1,
    state: "complete",
    cells,
    results,
    skipped: 0,
  });
}

const baseline = baselineFrom(reportOf([sampleResult({ scenarioKey: "one", axisScore: 95 })], "then"), {
  name: "main",
  now: "n",
}).baseline;

test.each([
  [97, "improved", true],
  [96, "unchanged", true],
  [94, "unchanged", true],
  [93, "regressed", false],
])("95 and then %i is %s", (axisScore, kind, ok) => {
  const comparison = compareReports(baseline, reportOf([sampleResult({ scenarioKey: "one", axisScore })]));
  expect(comparison.entries[0]?.kind).toBe(kind);
  expect(comparison.ok).toBe(ok);
});

test("a pair that crashes against a baseline of 95 is a regression", () => {
  for (const whose of ["agent", "infrastructure"] as const) {
    const report = reportOf([sampleFailure(whose, { scenarioKey: "one" })]);
    const comparison = compareReports(baseline, report);
    expect(comparison).toMatchObject({
      ok: false,
      summary: { failed: 1 },
      entries: [{ kind: "failed", baseline: 95, current: null, delta: null }],
    });
    expect(gate(report, { comparison }).ok).toBe(false);
  }
});

test("a pair that can no longer be scored is not good news", () => {
  const comparison = compareReports(baseline, reportOf([sampleResult({ scenarioKey: "one", axisScore: null })]));
  expect(comparison).toMatchObject({ ok: false, summary: { unscored: 1 } });
});

describe("pairs on one side only", () => {
  const report = reportOf([sampleResult({ scenarioKey: "two", axisScore: 80 })]);

  test("a new pair is said, a gone one counts only when strict", () => {
    expect(compareReports(baseline, report)).toMatchObject({ ok: true, summary: { new: 1, gone: 1 } });
    expect(compareReports(baseline, report, { strict: true }).ok).toBe(false);
  });

  test("a pair the filter does not allow cannot be gone", () => {
    const comparison = compareReports(baseline, report, {
      strict: true,
      allows: ({ scenarioKey }) => scenarioKey === "two",
    });
    expect(comparison).toMatchObject({ ok: true, summary: { gone: 0 } });
  });
});

test("the dimension that moved most is named", () => {
  const now = sampleResult({ scenarioKey: "one", axisScore: 90 });
  const score = { ...sampleScore(90), service: { ...sampleScore(90).service, score: 40 } };
  expect(compareReports(baseline, reportOf([{ ...now, score }])).entries[0]?.movedMost).toBe("service");
});

test("scores of another formula are not compared", () => {
  const score = { ...sampleScore(90), formula: "axis/2" };
  expect(() => compareReports(baseline, reportOf([{ ...sampleResult({ scenarioKey: "one" }), score }]))).toThrow(
    /formula axis\/1/,
  );
});

describe("baselines", () => {
  test("failed and unscored pairs are left out and named", () => {
    const report = reportOf([
      sampleResult({ scenarioKey: "one" }),
      sampleFailure("agent", { scenarioKey: "two" }),
      sampleResult({ scenarioKey: "three", axisScore: null }),
    ]);
    const { baseline: made, leftOut } = baselineFrom(report, { name: "main", now: "n" });
    expect(Object.keys(made.results)).toEqual(["one"]);
    expect(leftOut.map(({ scenarioKey }) => scenarioKey)).toEqual(["two", "three"]);
  });

  test("merging keeps what the report does not have, and replacing does not", () => {
    const report = reportOf([sampleResult({ scenarioKey: "two", axisScore: 70 })]);
    const previous = { ...baseline, createdAt: "long ago" };
    expect(
      Object.keys(baselineFrom(report, { name: "main", now: "n", previous, merge: true }).baseline.results),
    ).toEqual(["one", "two"]);
    const replaced = baselineFrom(report, { name: "main", now: "n", previous }).baseline;
    expect(Object.keys(replaced.results)).toEqual(["two"]);
    expect(replaced.createdAt).toBe("long ago");
  });
});

describe("the gate", () => {
  test("passes when nothing is wrong", () => {
    expect(gate(reportOf([sampleResult()]), { failUnder: 90 })).toEqual({ ok: true, reasons: [] });
  });

  test("says no below fail_under, and to a missing number", () => {
    expect(gate(reportOf([sampleResult({ axisScore: 89 })]), { failUnder: 90 }).reasons[0]).toBe(
      "1 pair below 90: s (a) 89",
    );
    expect(gate(reportOf([sampleResult({ axisScore: null })]), { failUnder: 0 }).ok).toBe(false);
  });

  test("tells the agent's failures from the infrastructure's", () => {
    const report = reportOf([
      sampleFailure("agent", { scenarioKey: "one" }),
      sampleFailure("infrastructure", { scenarioKey: "two" }),
    ]);
    expect(gate(report).reasons[0]).toBe("2 of 2 pairs failed (1 by the agent, 1 by the infrastructure)");
  });
});

test.each(["constructor", "toString", "__proto__"])("a scenario called %s is a pair like any other", (scenarioKey) => {
  const results = [sampleResult({ scenarioKey, axisScore: 95, agentName: "keys" })];
  const saved = baselineFrom(reportOf(results, "then"), { name: "main", now: "n" }).baseline;
  expect(Object.entries(saved.results).map(([key, agents]) => [key, Object.keys(agents)])).toEqual([
    [scenarioKey, ["keys"]],
  ]);
  const merged = baselineFrom(reportOf([sampleResult({ scenarioKey: "one" })]), {
    name: "main",
    now: "n",
    previous: saved,
    merge: true,
  }).baseline;
  expect(Object.keys(merged.results)).toEqual([scenarioKey, "one"]);
  const dropped = compareReports(saved, reportOf([sampleResult({ scenarioKey, axisScore: 50, agentName: "keys" })]));
  expect(dropped.entries).toMatchObject([{ kind: "regressed", baseline: 95, current: 50 }]);
  const fresh = compareReports(baseline, reportOf(results));
  expect(fresh.entries[0]).toMatchObject({ kind: "new", baseline: null });
});
