import { expect, test } from "vitest";
import type { CellResult } from "../../core/report/pair-result.ts";
import { sampleResult } from "../../testing/sample-result.ts";
import { baselineFrom } from "../baseline.ts";
import { buildReport } from "../build.ts";
import { compareReports } from "../compare.ts";
import { gate } from "../gate.ts";
import { pairCases } from "./pair-case.ts";

function reportOf(scores: Record<string, number[]>, reportId: string) {
  const results: CellResult[] = Object.entries(scores).flatMap(([scenarioKey, trials]) =>
    trials.map((axisScore, index) => sampleResult({ scenarioKey, axisScore, trial: index + 1 })),
  );
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

function casesOf(before: Record<string, number[]>, after: Record<string, number[]>) {
  const { baseline } = baselineFrom(reportOf(before, "before"), { name: "main", now: "n" });
  const report = reportOf(after, "after");
  const comparison = compareReports(baseline, report);
  const verdict = gate(report, { comparison });
  const cases = pairCases({ ...report, comparison }, { verdict });
  return { ok: verdict.ok, statuses: cases.map(({ status }) => status) };
}

test("with one trial each, a pair that fell is a failure, as the gate says", () => {
  expect(casesOf({ one: [90], two: [80] }, { one: [80], two: [80] })).toEqual({
    ok: false,
    statuses: ["failure", "passed"],
  });
});

test("where trials were tested and the verdict is good, a pair that wobbled is not a failure", () => {
  const steady = { two: [80, 81, 79], three: [70, 71, 69], four: [60, 61, 59] };
  const { ok, statuses } = casesOf({ one: [90, 86, 88], ...steady }, { one: [86, 85, 89], ...steady });
  expect(ok).toBe(true);
  expect(statuses).not.toContain("failure");
});
