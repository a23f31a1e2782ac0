import fc from "fast-check";
import { expect, test } from "vitest";
import { correctedDifference } from "./corrected-difference.ts";

const counts = { truePositives: 45, humanPositives: 50, trueNegatives: 40, humanNegatives: 50 };

test("a perfect judge that is well known changes the estimate not at all and the bounds hardly", () => {
  const perfect = { truePositives: 1e6, humanPositives: 1e6, trueNegatives: 1e6, humanNegatives: 1e6 };
  const found = correctedDifference({ estimate: -0.2, lower: -0.3, upper: -0.1 }, perfect);
  expect(found?.estimate).toBe(-0.2);
  expect(found?.lower).toBeCloseTo(-0.3, 5);
  expect(found?.upper).toBeCloseTo(-0.1, 5);
});

test("the mistakes of a judge hide a part of the difference", () => {
  const found = correctedDifference({ estimate: 0.07, lower: 0, upper: 0.14 }, counts);
  expect(found?.estimate).toBeCloseTo(0.1, 12);
  expect(found?.lower).toBeLessThan(0);
  expect(found?.upper).toBeGreaterThan(0.2);
});

test("how well the judge is known widens the bounds: 46 of 52 and 41 of 52, each drawn to the middle", () => {
  // 0.1 -+ hypot(0.1, 1.959964 * 0.1 * sqrt(46 * 6 / 52 ** 3 + 41 * 11 / 52 ** 3) / 0.7)
  const found = correctedDifference({ estimate: 0.07, lower: 0, upper: 0.14 }, counts);
  expect(found?.lower).toBeCloseTo(-0.0020065914, 9);
  expect(found?.upper).toBeCloseTo(0.2020065914, 9);
});

test("a bound that is not known stays unknown", () => {
  const found = correctedDifference({ estimate: 0.07, lower: null, upper: null }, counts);
  expect(found).toEqual({ estimate: expect.closeTo(0.1, 12), lower: null, upper: null });
});

test("a judge a tenth above guessing says too little, one that is a little better does not", () => {
  const interval = { estimate: 0.01, lower: 0, upper: 0.02 };
  const guessing = (truePositives: number) => ({
    truePositives,
    humanPositives: 1000,
    trueNegatives: 500,
    humanNegatives: 1000,
  });
  expect(correctedDifference(interval, guessing(600))).toBeNull();
  expect(correctedDifference(interval, guessing(605))?.estimate).toBeCloseTo(0.01 / 0.105, 10);
});

test("a judge that says too little, or labels of one kind only, give nothing", () => {
  const interval = { estimate: 0.1, lower: 0, upper: 0.2 };
  expect(correctedDifference(interval, { ...counts, truePositives: 15 })).toBeNull();
  expect(correctedDifference(interval, { ...counts, humanNegatives: 0, trueNegatives: 0 })).toBeNull();
  expect(correctedDifference(interval, { ...counts, humanPositives: 0, truePositives: 0 })).toBeNull();
  expect(correctedDifference({ estimate: null, lower: null, upper: null }, counts)).toBeNull();
  expect(() => correctedDifference(interval, { ...counts, truePositives: 51 })).toThrow(RangeError);
});

test("bounds are ordered, hold the estimate, stay within -1 and 1, and swap with the sides", () => {
  const share = fc.double({ min: -1, max: 1, noNaN: true });
  const interval = fc
    .tuple(share, share, share)
    .map((three) => three.toSorted((a, b) => a - b) as [number, number, number]);
  fc.assert(
    fc.property(interval, ([lower, estimate, upper]) => {
      const found = correctedDifference({ estimate, lower, upper }, counts);
      const mirrored = correctedDifference({ estimate: -estimate, lower: -upper, upper: -lower }, counts);
      expect(found?.lower).toBeLessThanOrEqual(found?.estimate ?? Number.NaN);
      expect(found?.upper).toBeGreaterThanOrEqual(found?.estimate ?? Number.NaN);
      expect(Math.max(Math.abs(found?.lower ?? 9), Math.abs(found?.upper ?? 9))).toBeLessThanOrEqual(1);
      expect(mirrored?.lower).toBeCloseTo(-(found?.upper ?? Number.NaN), 12);
    }),
  );
});
