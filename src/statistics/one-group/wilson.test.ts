/** Holds the intervals of pass rates. */
import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { clusteredWilsonInterval, wilsonInterval } from "./wilson.ts";

const confidence = fc.double({ min: 0.01, max: 0.999999, noNaN: true });
const passes = fc.integer({ min: 1, max: 300 }).chain((n) => fc.tuple(fc.integer({ min: 0, max: n }), fc.constant(n)));

describe("wilsonInterval", () => {
  test("without a trial there is no interval", () => {
    expect(wilsonInterval(0, 0)).toBeNull();
  });

  test("what K passes out of K prove", () => {
    const bounds = [1, 3, 5, 10, 20, 30].map((k) => wilsonInterval(k, k)?.lower.toFixed(3));
    expect(bounds).toEqual(["0.207", "0.439", "0.566", "0.722", "0.839", "0.886"]);
  });

  test("it holds the rate, stays between 0 and 1, and mirrors when passes and fails change places", () => {
    fc.assert(
      fc.property(passes, confidence, ([c, n], sure) => {
        const { estimate, lower, upper } = wilsonInterval(c, n, sure)!;
        expect(estimate).toBe(c / n);
        expect(0 <= lower && lower <= estimate && estimate <= upper && upper <= 1).toBe(true);
        expect(wilsonInterval(n - c, n, sure)!.lower).toBeCloseTo(1 - upper, 12);
      }),
      { numRuns: 1000 },
    );
  });

  test("one pass more never lowers a bound", () => {
    fc.assert(
      fc.property(passes, ([c, n]) => {
        fc.pre(c < n);
        const [less, more] = [wilsonInterval(c, n)!, wilsonInterval(c + 1, n)!];
        expect(more.lower).toBeGreaterThan(less.lower);
        expect(more.upper).toBeGreaterThan(less.upper);
      }),
      { numRuns: 1000 },
    );
  });

  test("the ends are exact where all or none passed", () => {
    expect(wilsonInterval(0, 7)?.lower).toBe(0);
    expect(wilsonInterval(7, 7)?.upper).toBe(1);
  });

  test("nearly certain is still an interval", () => {
    const { lower, upper } = wilsonInterval(3, 9, 1 - 2 ** -53)!;
    expect(lower > 0 && upper < 1).toBe(true);
  });
});

describe("clusteredWilsonInterval", () => {
  test("one series, none, or one without a trial has no interval", () => {
    expect(clusteredWilsonInterval([2], [3])).toBeNull();
    expect(clusteredWilsonInterval([], [])).toBeNull();
    expect(clusteredWilsonInterval([2, 0], [3, 0])).toBeNull();
  });

  test("series that agree count with all their trials, but not where all passed", () => {
    expect(clusteredWilsonInterval([1, 1, 1], [3, 3, 3])?.effectiveTrials).toBe(9);
    expect(clusteredWilsonInterval([0, 0, 0], [3, 3, 3])?.effectiveTrials).toBe(3);
  });

  test("it is never narrower than the plain interval of all trials, and holds its estimate", () => {
    const series = fc.array(fc.integer({ min: 0, max: 4 }), { minLength: 2, maxLength: 20 });
    fc.assert(
      fc.property(series, confidence, (successes, sure) => {
        const trials = successes.map(() => 4);
        const total = successes.reduce((sum, count) => sum + count, 0);
        const clustered = clusteredWilsonInterval(successes, trials, sure)!;
        const plain = wilsonInterval(total, 4 * successes.length, sure)!;
        expect(clustered.effectiveTrials).toBeLessThanOrEqual(4 * successes.length);
        expect(clustered.lower).toBeLessThanOrEqual(plain.lower + 1e-12);
        expect(clustered.upper).toBeGreaterThanOrEqual(plain.upper - 1e-12);
        expect(clustered.lower <= clustered.estimate && clustered.estimate <= clustered.upper).toBe(true);
      }),
      { numRuns: 1000 },
    );
  });

  test("the order of the series does not matter", () => {
    const forth = clusteredWilsonInterval([3, 1, 2], [3, 4, 5])!;
    const back = clusteredWilsonInterval([2, 1, 3], [5, 4, 3])!;
    expect(back.lower).toBeCloseTo(forth.lower, 14);
    expect(back.effectiveTrials).toBeCloseTo(forth.effectiveTrials, 12);
  });
});
