/** Holds ratios, medians and drift. */
import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { driftCheck, geometricMeanRatio, medianInterval } from "./resources.ts";

const reading = fc.double({ min: 1e-6, max: 1e6, noNaN: true });

describe("geometricMeanRatio", () => {
  test("swapping the sides turns the ratio over", () => {
    fc.assert(
      fc.property(fc.array(fc.tuple(reading, reading), { minLength: 2, maxLength: 20 }), (pairs) => {
        const [a, b] = [pairs.map(([left]) => left), pairs.map(([, right]) => right)];
        const [forth, back] = [geometricMeanRatio(a, b), geometricMeanRatio(b, a)];
        expect(Math.log(back.estimate!)).toBeCloseTo(-Math.log(forth.estimate!), 9);
        expect(forth.lower! <= forth.estimate! && forth.estimate! <= forth.upper!).toBe(true);
      }),
    );
  });

  test("no pair has no ratio, one has no interval", () => {
    expect(geometricMeanRatio([], [])).toEqual({ estimate: null, lower: null, upper: null, n: 0 });
    expect(geometricMeanRatio([2], [4])).toMatchObject({ lower: null, upper: null, n: 1 });
    expect(geometricMeanRatio([2], [4]).estimate).toBeCloseTo(2, 14);
  });
});

describe("medianInterval", () => {
  test("five values are too few for 95 percent, six are not", () => {
    expect(medianInterval([5, 1, 4, 2, 3])).toEqual({ estimate: 3, lower: null, upper: null, coverage: null });
    expect(medianInterval([5, 1, 4, 2, 3, 6])).toEqual({ estimate: 3.5, lower: 1, upper: 6, coverage: 0.96875 });
    expect(medianInterval([])).toEqual({ estimate: null, lower: null, upper: null, coverage: null });
  });

  test("coverage that is exactly what was asked for is enough", () => {
    expect(medianInterval([1, 2, 3, 4, 5, 6], 0.96875).lower).toBe(1);
  });

  test("it covers at least what was asked for, with thousands of values too", () => {
    for (const n of [17, 999, 1000, 1001, 1002, 20_000]) {
      const { lower, upper, coverage } = medianInterval(Array.from({ length: n }, (_, index) => index + 1));
      expect(coverage).toBeGreaterThanOrEqual(0.95);
      expect(coverage).toBeLessThan(n < 50 ? 0.99 : 0.96);
      expect(lower! + upper!).toBe(n + 1);
    }
  });
});

describe("driftCheck", () => {
  test("fewer than five readings have no habit to drift from", () => {
    expect(driftCheck([100, 100, 100, 100], 900).drifted).toBe(false);
    expect(driftCheck([100, 100, 100, 100, 100], 900).drifted).toBe(true);
    expect(driftCheck([], 3)).toEqual({ median: null, scale: null, logRatio: null, drifted: false });
  });

  test("a history without spread still allows three times five per cent, up and down", () => {
    const history = [100, 100, 100, 100, 100];
    expect([86.5, 100, 116].map((value) => driftCheck(history, value).drifted)).toEqual([false, false, false]);
    expect([85.5, 117].map((value) => driftCheck(history, value).drifted)).toEqual([true, true]);
  });
});
