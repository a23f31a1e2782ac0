/** Holds what labels from people make of a judge's numbers. */
import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { judgeAccuracy, predictionPoweredMean, roganGladen } from "./calibration.ts";

test("a judge is right about passes, about fails, and the base rate is people's", () => {
  expect(judgeAccuracy([1, 1, 1, 0, 0], [1, 1, 0, 0, 1])).toEqual({
    truePositives: 2,
    humanPositives: 3,
    trueNegatives: 1,
    humanNegatives: 2,
    sensitivity: 2 / 3,
    specificity: 0.5,
    baseRate: 0.6,
  });
  expect(judgeAccuracy([true], [true])).toMatchObject({ sensitivity: 1, specificity: null, baseRate: 1 });
  expect(judgeAccuracy([], [])).toMatchObject({ sensitivity: null, specificity: null, baseRate: null });
});

describe("roganGladen", () => {
  const judge = { truePositives: 45, humanPositives: 50, trueNegatives: 40, humanNegatives: 50 };

  test("a judge without mistakes leaves the rate alone, though not without doubt", () => {
    const perfect = { truePositives: 50, humanPositives: 50, trueNegatives: 50, humanNegatives: 50 };
    const corrected = roganGladen({ passes: 70, n: 100, ...perfect })!;
    expect(corrected.estimate).toBeCloseTo(0.7, 14);
    expect(corrected.upper - corrected.lower).toBeGreaterThan(0.1);
  });

  test("a judge no better than chance, or never compared, corrects nothing", () => {
    expect(roganGladen({ passes: 7, n: 10, ...judge, truePositives: 15 })).toBeNull();
    expect(roganGladen({ passes: 7, n: 10, ...judge, truePositives: 16 })).not.toBeNull();
    expect(roganGladen({ passes: 7, n: 10, ...judge, truePositives: 0, humanPositives: 0 })).toBeNull();
    expect(roganGladen({ passes: 7, n: 10, ...judge, trueNegatives: 0, humanNegatives: 0 })).toBeNull();
    expect(roganGladen({ passes: 0, n: 0, ...judge })).toBeNull();
  });

  test("few labels may leave everything possible", () => {
    const few = { truePositives: 1, humanPositives: 1, trueNegatives: 1, humanNegatives: 8 };
    expect(roganGladen({ passes: 7, n: 10, ...few })).toMatchObject({ lower: 0, upper: 1 });
  });

  test("bounds are from 0 to 1 and hold the estimate", () => {
    const count = fc.integer({ min: 0, max: 60 });
    fc.assert(
      fc.property(count, count, count, (passes, truePositives, trueNegatives) => {
        const labels = { truePositives, humanPositives: 60, trueNegatives, humanNegatives: 60 };
        const corrected = roganGladen({ passes, n: 60, ...labels });
        if (corrected === null) expect(truePositives + trueNegatives).toBeLessThanOrEqual(66);
        else {
          const { lower, estimate, upper } = corrected;
          expect(0 <= lower && lower <= estimate && estimate <= upper && upper <= 1).toBe(true);
        }
      }),
      { numRuns: 1000 },
    );
  });
});

describe("predictionPoweredMean", () => {
  test("a judge who always gives a tenth too much is corrected by a tenth", () => {
    const { estimate, standardError } = predictionPoweredMean({
      judged: [0.6, 0.8, 1],
      human: [0.5, 0.7, 0.25],
      judgedLabelled: [0.6, 0.8, 0.35],
    });
    expect(estimate).toBeCloseTo(0.7, 14);
    expect(standardError).toBeCloseTo(0.2 / Math.sqrt(3), 14);
  });

  test("too few of either kind give no bounds, none no estimate", () => {
    const unknown = { standardError: null, lower: null, upper: null };
    expect(predictionPoweredMean({ judged: [0.5, 1], human: [1], judgedLabelled: [0.5] })).toEqual({
      estimate: 1.25,
      ...unknown,
    });
    expect(predictionPoweredMean({ judged: [0.5], human: [1, 0], judgedLabelled: [0.5, 0.5] })).toEqual({
      estimate: 0.5,
      standardError: null,
      lower: null,
      upper: null,
    });
    expect(predictionPoweredMean({ judged: [0.5, 1], human: [], judgedLabelled: [] }).estimate).toBeNull();
    // Variances 1/2 and 1/8, each of two: sqrt(5/16), and a t of 12.7062 at one degree of freedom.
    const two = predictionPoweredMean({ judged: [0, 1], human: [1, 0.5], judgedLabelled: [0.5, 0.5] });
    expect(two.standardError).toBeCloseTo(Math.sqrt(5 / 16), 12);
    expect(two.upper).toBeCloseTo(0.75 + 12.7062 * Math.sqrt(5 / 16), 3);
    expect(predictionPoweredMean({ judged: [], human: [1], judgedLabelled: [0.5] })).toEqual({
      estimate: null,
      ...unknown,
    });
  });
});
