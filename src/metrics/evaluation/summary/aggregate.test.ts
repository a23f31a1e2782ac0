import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { summarize } from "../../summaries/summarize.ts";
import { meanInterval } from "../../../statistics/one-group/mean-interval.ts";
import { quantile } from "../../../statistics/quantile.ts";
import { Aggregate, type CountedRow, Reservoir } from "./aggregate.ts";

const subject = { key: "m", name: "M", range: [0, 1], threshold: 0.5, lowerIsBetter: false } as const;
const scored = (score: number): CountedRow => ({ status: "scored", score, passed: score >= 0.5, costEstimate: 0 });

function summaryOf(rows: readonly CountedRow[]) {
  const aggregate = new Aggregate(subject, "1");
  for (const row of rows) aggregate.add(row);
  return aggregate.summary();
}

describe("rows that come one by one", () => {
  test("amount to what all of them together do", () => {
    fc.assert(
      fc.property(fc.array(fc.double({ min: 0, max: 1, noNaN: true }), { minLength: 2, maxLength: 200 }), (scores) => {
        const whole = summarize(scores);
        const interval = meanInterval(scores, {});
        const { mean, median, stdDev, min, max, passRate, ci95, p25, p95, distribution } = summaryOf(
          scores.map(scored),
        );
        for (const [one, other] of [
          [mean, whole.avg],
          [median, whole.median],
          [stdDev, whole.stdDev],
          [min, whole.min],
          [max, whole.max],
          [passRate, whole.passRate],
          [p25, quantile(scores, 0.25)],
          [p95, quantile(scores, 0.95)],
        ] as const)
          expect(one).toBeCloseTo(other ?? Number.NaN, 9);
        expect(ci95?.lower).toBeCloseTo(Math.max(0, interval.lower ?? Number.NaN), 8);
        expect(ci95?.upper).toBeCloseTo(Math.min(1, interval.upper ?? Number.NaN), 8);
        expect(distribution?.reduce((sum, count) => sum + count, 0)).toBe(scores.length);
      }),
    );
  });

  test("what has no score is counted with its reason and moves no mean", () => {
    const rows: CountedRow[] = [
      scored(0.8),
      { status: "failed", score: null, why: "down", passed: null, costEstimate: 0 },
      { status: "failed", score: null, why: "down", passed: null, costEstimate: 0 },
      { status: "not-applicable", score: null, why: "no answer", passed: null, costEstimate: 0 },
    ];
    expect(summaryOf(rows)).toMatchObject({
      n: 4,
      scored: 1,
      failed: 2,
      notApplicable: 1,
      coverage: 0.25,
      mean: 0.8,
      passRate: 1,
      ci95: null,
      tier: "good",
      failureReasons: [{ reason: "down", count: 2 }],
      notApplicableReasons: [{ reason: "no answer", count: 1 }],
    });
  });

  test("one price that is not known makes the cost unknown", () => {
    expect(
      summaryOf([
        { ...scored(1), costEstimate: 0.5 },
        { ...scored(1), costEstimate: null },
      ]).costUsd,
    ).toBeNull();
    expect(
      summaryOf([
        { ...scored(1), costEstimate: 0.5 },
        { ...scored(1), costEstimate: 0.25 },
      ]).costUsd,
    ).toBe(0.75);
  });

  test("nothing at all has counts, and no invented number", () => {
    const { n, mean, median, passRate, coverage, tier } = summaryOf([]);
    expect([n, mean, median, passRate, coverage, tier]).toEqual([0, null, null, null, null, null]);
  });

  test("many different reasons are counted together beyond the first hundred", () => {
    const rows = Array.from({ length: 250 }, (_, index): CountedRow => ({
      status: "failed",
      score: null,
      why: `reason ${index}`,
      passed: null,
      costEstimate: 0,
    }));
    const { failureReasons } = summaryOf(rows);
    expect(failureReasons).toHaveLength(101);
    expect(failureReasons.at(-1)).toEqual({ reason: "other reasons", count: 150 });
  });
});

describe("a reservoir", () => {
  test("is exact up to its size, and the same sample for the same seed beyond it", () => {
    const fill = (seed: string) => {
      const reservoir = new Reservoir(seed, 100);
      for (let value = 0; value < 5000; value += 1) reservoir.add(value);
      return reservoir;
    };
    const small = new Reservoir("s", 100);
    for (let value = 0; value < 100; value += 1) small.add(value);
    expect([small.isExact, small.quantiles([0, 0.5, 1])]).toEqual([true, [0, 49.5, 99]]);
    expect(fill("a").isExact).toBe(false);
    expect(fill("a").quantiles([0.5])).toEqual(fill("a").quantiles([0.5]));
    expect(fill("a").quantiles([0.5])).not.toEqual(fill("b").quantiles([0.5]));
    const [median = 0] = fill("a").quantiles([0.5]);
    expect(median).toBeGreaterThan(1500);
    expect(median).toBeLessThan(3500);
  });
});
