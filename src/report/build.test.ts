import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { CellResult } from "../core/report/pair-result.ts";
import { Report } from "../core/report.ts";
import { sampleFailure, sampleResult, sampleScore } from "../store/sample-result.fixture.ts";
import { sampleCard, sampleFacts } from "../store/sql/suite/samples.fixture.ts";
import { buildReport, foldTrials } from "./build.ts";

const cell = (scenario: string, trial = 1) => ({ scenario, agent: "a", trial });

function reportOf(cells: { scenario: string; agent: string; trial: number }[], results: CellResult[]) {
  return buildReport({ reportId: "r", timestamp: "t", durationMs: 5, state: "complete", cells, results, skipped: 2 });
}

describe("the summary", () => {
  test("counts results, whose failures they are, and what was skipped", () => {
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
      statuses: {
        runs: { passed: 1, failed: 1, error: 2, "not run": 1, unscored: 0 },
        results: { passed: 1, failed: 1, error: 2, "not run": 1, unscored: 0 },
      },
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

  test("each trial has its scorecard in short, where it has one", () => {
    const card = sampleCard(sampleFacts("run_1"), null);
    const { trials } = foldTrials([{ ...trial(1, 70), scorecard: card }, trial(2, 90)]);
    const { score, tier, provisional, counted } = card;
    expect(trials?.map(({ scorecard }) => scorecard)).toEqual([
      { score, tier, provisional, counted, outcome: "COMPLETED", reason: "ok" },
      undefined,
    ]);
  });

  test("the spread is over the numbers, with n - 1", () => {
    const { spread, trials } = foldTrials([trial(1, 70), trial(2, 90), trial(3, null)]);
    expect(spread).toMatchObject({ n: 2, mean: 80, min: 70, max: 90, stdev: Math.sqrt(200) });
    expect(trials?.map(({ axisScore }) => axisScore)).toEqual([70, 90, null]);
  });

  test("several numbers have an interval, passes, and the chances of the next tries", () => {
    const { spread, trials } = foldTrials([trial(1, 80), trial(2, 90), trial(3, 70), trial(4, null)]);
    expect(spread).toMatchObject({ n: 3, passes: 2, flaky: true });
    expect(spread?.interval?.lower).toBeCloseTo(80 - 4.302652729749464 * (10 / Math.sqrt(3)), 6);
    expect(spread?.interval?.upper).toBeCloseTo(80 + 4.302652729749464 * (10 / Math.sqrt(3)), 6);
    expect(spread?.passAtK).toEqual({ 1: 2 / 3, 3: 1 });
    expect(spread?.passHatK).toEqual({ 1: 2 / 3, 3: 0 });
    expect(trials?.map(({ passed }) => passed)).toEqual([true, true, false, null]);
  });

  test("a failure of the agent is a trial that did not pass, one of the infrastructure is none", () => {
    const failed = sampleFailure("agent", { trial: 2 });
    const broken = sampleFailure("infrastructure", { trial: 3 });
    expect(foldTrials([trial(1, 80), failed, broken]).spread).toMatchObject({ n: 2, passes: 1, flaky: true });
  });

  test("a failure of the agent is no pass, however good its goal is", () => {
    const failed = sampleFailure("agent", { trial: 2, score: sampleScore(100) });
    expect(foldTrials([trial(1, 80), failed]).spread).toMatchObject({ n: 2, passes: 1 });
  });

  test("the goal at the mark is a pass, and only passes beside failures are flaky", () => {
    expect(foldTrials([trial(1, 80), trial(2, 80)], { passMark: 80 }).spread).toMatchObject({
      passes: 2,
      flaky: false,
    });
    expect(foldTrials([trial(1, 79), trial(2, 79)], { passMark: 80 }).spread).toMatchObject({
      passes: 0,
      flaky: false,
    });
    expect(foldTrials([trial(1, 79), trial(2, 80)], { passMark: 80 }).spread).toMatchObject({ passes: 1, flaky: true });
  });

  test("the pass mark is the report's", () => {
    expect(foldTrials([trial(1, 80), trial(2, 90)], { passMark: 85 }).spread).toMatchObject({ passes: 1 });
  });

  test("one number has no deviation and no interval", () => {
    expect(foldTrials([trial(1, 70), trial(2, null)]).spread).toMatchObject({
      n: 1,
      stdev: null,
      interval: null,
    });
  });
});

describe("the statistics of an agent", () => {
  const runs = (rows: Record<string, readonly (number | null)[]>) =>
    Object.entries(rows).flatMap(([scenarioKey, values]) =>
      values.map((axisScore, index) => sampleResult({ scenarioKey, axisScore, trial: index + 1 })),
    );
  const statisticsOf = (rows: Record<string, readonly (number | null)[]>) => {
    const results = runs(rows);
    const cells = results.map(({ scenarioKey, trial }) => cell(scenarioKey, trial));
    return reportOf(cells, results).statistics?.[0];
  };

  test("over scenarios with equally many trials everything is known", () => {
    const statistics = statisticsOf({ one: [80, 90], two: [60, 70], three: [90, 90] });
    expect(statistics).toMatchObject({
      agentName: "a",
      scenarios: 3,
      trials: 2,
      mean: { estimate: 80 },
      missing: { share: 0 },
      passAtK: { 1: 2 / 3, 2: 2 / 3 },
      passHatK: { 1: 2 / 3, 2: 2 / 3 },
      noise: { judge: null },
    });
    expect(statistics?.missing.lowest).toBeCloseTo(80, 9);
    expect(statistics?.mean.lower).toBeCloseTo(80 - 4.302652729749464 * Math.sqrt(175 / 3), 6);
    expect(statistics?.passRate?.estimate).toBeCloseTo(2 / 3, 9);
    expect(statistics?.noise.trial).toBeCloseTo(100 / 3, 9);
    expect(statistics?.noise.task).toBeCloseTo(175 - 50 / 3, 9);
    expect(statistics?.noise.minimumDetectableEffect).toBeCloseTo(2.801585218 * Math.sqrt(100 / 3 / 3), 6);
  });

  test("one trial shows no noise, one scenario no interval, and unequal trials no split", () => {
    expect(statisticsOf({ one: [80], two: [60] })?.noise).toMatchObject({ trial: null, minimumDetectableEffect: null });
    expect(statisticsOf({ one: [80, 82] })).toMatchObject({ mean: { estimate: 81, lower: null }, passRate: null });
    const unequal = statisticsOf({ one: [80, 82, 84], two: [60, 61] });
    expect(unequal?.noise).toMatchObject({ task: null, trial: null });
    expect(unequal?.noise.minimumDetectableEffect).toBeGreaterThan(0);
  });

  test("missing runs leave the mean alone and widen what it could be", () => {
    const { statistics } = reportOf(
      [cell("one"), cell("one", 2), cell("two")],
      [sampleResult({ scenarioKey: "one", axisScore: 80 }), sampleFailure("infrastructure", { scenarioKey: "two" })],
    );
    expect(statistics?.[0]).toMatchObject({
      scenarios: 1,
      mean: { estimate: 80 },
      missing: { share: 2 / 3, lowest: 20, highest: 95 },
    });
  });

  test("without scores there are none", () => {
    const { score: _score, ...unscored } = sampleResult();
    expect(reportOf([cell("s")], [unscored])).not.toHaveProperty("statistics");
  });

  test("no number in them is none", () => {
    const points = fc.option(fc.integer({ min: 0, max: 100 }));
    const rows = fc.dictionary(
      fc.constantFrom("one", "two", "three"),
      fc.array(points, { minLength: 1, maxLength: 4 }),
    );
    fc.assert(
      fc.property(rows, (given) => {
        const report = reportOf(
          runs(given).map(({ scenarioKey, trial }) => cell(scenarioKey, trial)),
          runs(given),
        );
        expect(Report.parse(JSON.parse(JSON.stringify(report))).statistics).toEqual(report.statistics);
      }),
    );
  });
});
