import { describe, expect, test } from "vitest";
import type { CellResult } from "../../core/report/pair-result.ts";
import { sampleResult, sampleScore } from "../../store/sample-result.fixture.ts";
import { baselineFrom } from "../baseline.ts";
import { compareReports } from "../compare.ts";
import { renderChanges } from "../text/render-changes.ts";
import { buildRowReport } from "./rows.fixture.ts";

interface Reading {
  readonly goal: number;
  readonly environment: number;
  readonly tokens?: number;
  readonly durationMs?: number;
}

function run(scenarioKey: string, trial: number, { goal, environment, tokens, durationMs }: Reading): CellResult {
  const score = sampleScore(80);
  return {
    ...sampleResult({ scenarioKey, trial, axisScore: 80, durationMs: durationMs ?? 1000 }),
    ...(tokens === undefined ? {} : { tokenUsage: { input: tokens, output: 0 } }),
    score: {
      ...score,
      goalAchievement: { ...score.goalAchievement, score: goal },
      environment: { ...score.environment, score: environment },
    },
  };
}

const scenarios = ["a", "b", "c", "d", "e", "f"];
const wobble = [-1, 0, 1];

function reportWith(reading: Reading, id: string) {
  const results = scenarios.flatMap((key, index) =>
    wobble.map((off, trial) =>
      run(key, trial + 1, {
        goal: reading.goal + off,
        environment: reading.environment + off,
        ...(reading.tokens === undefined ? {} : { tokens: reading.tokens + index + off }),
        ...(reading.durationMs === undefined ? {} : { durationMs: reading.durationMs + off }),
      }),
    ),
  );
  return buildRowReport(results, id);
}

function verdictOn(before: Reading, after: Reading) {
  const { baseline } = baselineFrom(reportWith(before, "then"), { name: "main", now: "n" });
  const [verdict] = compareReports(baseline, reportWith(after, "now")).verdicts;
  if (verdict === undefined) throw new Error("there is one agent on both sides");
  return verdict;
}

describe("verdicts on dimensions", () => {
  test("the dimension that dropped is named, and the one that did not is not", () => {
    const verdict = verdictOn({ goal: 80, environment: 90 }, { goal: 80, environment: 60 });
    const byName = Object.fromEntries(verdict.dimensions.map((each) => [each.dimension, each]));
    expect(byName.environment).toMatchObject({
      verdict: "regressed",
      baseline: 90,
      current: 60,
      estimate: -30,
      scenarios: 6,
    });
    expect(byName.goalAchievement).toMatchObject({ verdict: "no-change", improved: false, estimate: 0 });
    expect(renderChanges(verdict)).toEqual([
      expect.stringMatching(/^ {2}dimensions {2}environment regressed 90\.0 → 60\.0 \(−30\.0, adjusted p .*\)$/),
    ]);
  });

  test("p is corrected for as many dimensions as were tested", () => {
    const { dimensions } = verdictOn({ goal: 80, environment: 90 }, { goal: 80, environment: 60 });
    const environment = dimensions.find(({ dimension }) => dimension === "environment");
    expect(environment?.adjustedP).toBeCloseTo(4 * (environment?.p ?? 1), 12);
  });

  test("a dimension explains and does not decide: the gate looks at the AXIS Result", () => {
    const verdict = verdictOn({ goal: 80, environment: 90 }, { goal: 80, environment: 60 });
    expect(verdict).toMatchObject({ verdict: "no-change", ok: true });
  });

  test("a baseline of before dimensions were kept per trial has none to compare", () => {
    const report = reportWith({ goal: 80, environment: 90 }, "now");
    const { baseline } = baselineFrom(report, { name: "main", now: "n" });
    const old = structuredClone(baseline);
    for (const agents of Object.values(old.results))
      for (const entry of Object.values(agents))
        entry.trials = (entry.trials ?? []).map(({ axisScore, passed }) => ({ axisScore, passed }));
    expect(compareReports(old, report).verdicts[0]).toMatchObject({ dimensions: [], resources: [] });
  });
});

describe("verdicts on resources", () => {
  test("half as many tokens again are a regression with their ratio; the same time is no change", () => {
    const verdict = verdictOn(
      { goal: 80, environment: 90, tokens: 1000, durationMs: 5000 },
      { goal: 80, environment: 90, tokens: 1500, durationMs: 5000 },
    );
    expect(verdict.resources).toEqual([
      expect.objectContaining({ reading: "durationMs", verdict: "no-change", ratio: expect.closeTo(1, 9) }),
      expect.objectContaining({ reading: "tokens", verdict: "regressed", scenarios: 6, margin: 1.1 }),
    ]);
    expect(verdict.resources[1]?.ratio).toBeCloseTo(1.499, 2);
    expect(renderChanges(verdict)).toEqual([
      expect.stringMatching(/^ {2}resources {2}tokens 1\.50 times the earlier value/),
    ]);
  });

  test("a twentieth more is more than nothing and less than what matters: no change", () => {
    const { resources } = verdictOn(
      { goal: 80, environment: 90, durationMs: 10_000 },
      { goal: 80, environment: 90, durationMs: 10_500 },
    );
    expect(resources[0]).toMatchObject({ reading: "durationMs", verdict: "no-change", ratio: expect.closeTo(1.05, 4) });
  });

  test("no tokens at all have no ratio to anything", () => {
    const side = (tokens: number) => buildRowReport([run("a", 1, { goal: 80, environment: 90, tokens })], `${tokens}`);
    const { baseline } = baselineFrom(side(0), { name: "main", now: "n" });
    const readings = compareReports(baseline, side(5)).verdicts[0]?.resources.map(({ reading }) => reading);
    expect(readings).toEqual(["durationMs"]);
  });

  test("one scenario that took twice as long is not enough to say so", () => {
    const side = (durationMs: number) => buildRowReport([run("a", 1, { goal: 80, environment: 90, durationMs })], "r");
    const { baseline } = baselineFrom(side(1000), { name: "main", now: "n" });
    expect(compareReports(baseline, side(2000)).verdicts[0]?.resources[0]).toMatchObject({
      verdict: "not-enough-data",
      ratio: 2,
      lower: null,
      upper: null,
    });
  });

  test("where some took longer and others not, it is open", () => {
    const side = (times: readonly number[], id: string) =>
      buildRowReport(
        times.map((durationMs, index) => run(`s${index}`, 1, { goal: 80, environment: 90, durationMs })),
        id,
      );
    const { baseline } = baselineFrom(side([1000, 1000, 1000], "then"), { name: "main", now: "n" });
    const [found] = compareReports(baseline, side([3000, 1000, 900], "now")).verdicts[0]?.resources ?? [];
    expect(found?.verdict).toBe("not-enough-data");
    expect(found?.lower).toBeLessThan(1);
    expect(found?.upper).toBeGreaterThan(1.1);
  });

  test("cost that nobody reported is missing, not free", () => {
    const { resources } = verdictOn({ goal: 80, environment: 90 }, { goal: 80, environment: 90 });
    expect(resources.map(({ reading }) => reading)).toEqual(["durationMs"]);
  });
});

describe("verdicts on pairs", () => {
  test("each scenario has its own, by the corrected p, with the interval of its change", () => {
    const { causes } = verdictOn({ goal: 80, environment: 90 }, { goal: 80, environment: 90 });
    expect(causes).toHaveLength(6);
    for (const cause of causes) expect(cause).toMatchObject({ verdict: "no-change", lower: 0, upper: 0 });
  });
});
