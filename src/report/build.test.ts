import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { CellResult } from "../core/report.ts";
import { sampleFailure, sampleResult } from "../testing/sample-result.ts";
import { buildReport, foldTrials } from "./build.ts";

const cell = (scenario: string, trial = 1) => ({ scenario, agent: "a", trial });

function reportOf(cells: { scenario: string; agent: string; trial: number }[], results: CellResult[]) {
  return buildReport({ reportId: "r", timestamp: "t", durationMs: 5, state: "complete", cells, results, skipped: 2 });
}

describe("the summary", () => {
  test("counts pairs, whose failures they are, and what was skipped", () => {
    const { summary } = reportOf(
      [cell("one"), cell("two"), cell("three"), cell("four"), cell("five")],
      [
        sampleResult({ scenarioKey: "one", axisScore: 90 }),
        sampleFailure("agent", { scenarioKey: "two" }),
        sampleFailure("infrastructure", { scenarioKey: "three" }),
        sampleResult({ scenarioKey: "four", axisScore: null }),
      ],
    );
    expect(summary).toEqual({
      total: 5,
      completed: 2,
      failed: 2,
      failedInfrastructure: 1,
      classes: { completed: 1, agent: 1, infrastructure: 1, judge: 1, check: 0, notRun: 1 },
      unscored: 1,
      skipped: 2,
      averageAxisScore: 50,
      averagedOver: 2,
    });
  });

  test("an infrastructure failure never moves the average", () => {
    const scored = [sampleResult({ scenarioKey: "one", axisScore: 80 })];
    const withFailure = [...scored, sampleFailure("infrastructure", { scenarioKey: "two" })];
    expect(reportOf([cell("one"), cell("two")], withFailure).summary.averageAxisScore).toBe(80);
  });

  test("a run without any number has no average", () => {
    expect(
      reportOf([cell("one")], [sampleResult({ scenarioKey: "one", axisScore: null })]).summary.averageAxisScore,
    ).toBeNull();
  });

  test("the classes always sum to the cells planned", () => {
    const anyClass = fc.constantFrom("completed", "agent", "infrastructure", "judge", "check", "notRun" as const);
    fc.assert(
      fc.property(fc.array(anyClass, { maxLength: 20 }), fc.nat(5), (classes, pending) => {
        const results = classes.map((outcomeClass, index) => sampleResult({ scenarioKey: `s${index}`, outcomeClass }));
        const cells = Array.from({ length: classes.length + pending }, (_, index) => cell(`s${index}`));
        const counts = Object.values(reportOf(cells, results).summary.classes);
        expect(counts.reduce((sum, count) => sum + count, 0)).toBe(cells.length);
      }),
    );
  });
});

test("results stand in plan order, whatever finished first", () => {
  const results = [sampleResult({ scenarioKey: "two" }), sampleResult({ scenarioKey: "one" })];
  expect(reportOf([cell("one"), cell("two")], results).results.map(({ scenarioKey }) => scenarioKey)).toEqual([
    "one",
    "two",
  ]);
});

describe("trials", () => {
  const trial = (number: number, axisScore: number | null) =>
    sampleResult({ trial: number, axisScore, runId: `run_${number}` });

  test("the representative is the lower middle one", () => {
    expect(foldTrials([trial(1, 90), trial(2, 70), trial(3, 80)]).runId).toBe("run_3");
    expect(foldTrials([trial(1, 90), trial(2, 70)]).runId).toBe("run_2");
  });

  test("a failed trial is the lowest, and ties go to the lower number", () => {
    expect(foldTrials([trial(1, 50), { ...sampleFailure("agent", { trial: 2, runId: "run_2" }) }]).runId).toBe("run_2");
    expect(foldTrials([trial(2, 80), trial(1, 80), trial(3, 80)]).runId).toBe("run_2");
  });

  test("a missing trial is left out while there is another", () => {
    const missing = { ...sampleFailure("infrastructure", { trial: 1, runId: "run_1" }) };
    expect(foldTrials([missing, trial(2, 70), trial(3, 90)]).runId).toBe("run_2");
    expect(foldTrials([missing]).runId).toBe("run_1");
  });

  test("the spread is over the numbers, with n - 1", () => {
    const { spread, trials } = foldTrials([trial(1, 70), trial(2, 90), trial(3, null)]);
    expect(spread).toMatchObject({ n: 2, mean: 80, min: 70, max: 90, stdev: Math.sqrt(200) });
    expect(trials?.map(({ axisScore }) => axisScore)).toEqual([70, 90, null]);
  });

  test("one number has no deviation", () => {
    expect(foldTrials([trial(1, 70), trial(2, null)]).spread).toMatchObject({ n: 1, stdev: null });
  });
});
