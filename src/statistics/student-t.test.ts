/** Holds Student's t to values computed elsewhere with 40 digits, out to the extremes. */
import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { normalCdf, normalQuantile } from "./normal.ts";
import { studentTCdf, studentTQuantile } from "./student-t.ts";

/** t, df, the chance below t. With one degree it is Cauchy's ½ + arctan(t)/π, with two ½ + t/(2√(2 + t²)). */
const cdfValues: readonly (readonly [number, number, number])[] = [
  [-1, 1, 0.25],
  [-3, 1, 0.102416382349567],
  [-1.5, 2, 0.136196562445501],
  [-100, 2, 4.99925012497813e-5],
  [-0.5, 0.1, 0.443260113322994],
  [-10000, 0.01, 0.442565376550707],
  [-3, 30, 0.00269498203282597],
  [-3.5, 39.9, 0.000579967556048088],
  [-10000, 40, 6.89227261543349e-130],
  [-8, 1000, 1.71333074119574e-15],
  [-3, 1e6, 0.0013499312707109],
  [-5, 1e9, 2.86651620197581e-7],
  [-3, 1e15, 0.00134989803163013],
];

describe("studentTCdf", () => {
  test.each(cdfValues)("studentTCdf(%d, %d) is %d, to twelve digits of the tail", (t, df, expected) => {
    expect(studentTCdf(t, df) / expected - 1).toBeCloseTo(0, 12);
    expect(studentTCdf(-t, df)).toBeCloseTo(1 - expected, 14);
  });

  test("half is below the middle, nothing is refused far out", () => {
    expect(studentTCdf(0, 3)).toBe(0.5);
    expect([studentTCdf(-1e300, 5), studentTCdf(1e300, 5)]).toEqual([0, 1]);
  });

  test("it rises, stays between 0 and 1, and both sides add up to one", () => {
    fc.assert(
      fc.property(anyT, fc.double({ min: 0, max: 5, noNaN: true }), anyDf, (t, step, df) => {
        const [left, right] = [studentTCdf(t, df), studentTCdf(t + step, df)];
        expect(left).toBeGreaterThanOrEqual(0);
        expect(right).toBeLessThanOrEqual(1);
        expect(right - left).toBeGreaterThanOrEqual(-1e-14);
        expect(left + studentTCdf(-t, df)).toBeCloseTo(1, 13);
      }),
      { numRuns: 1000 },
    );
  });

  test("with many degrees of freedom it is the normal distribution", () => {
    for (const t of [-30, -5, -2.5, -0.1, 1, 4]) expect(studentTCdf(t, 1e18) / normalCdf(t)).toBeCloseTo(1, 11);
  });
});

describe("studentTQuantile", () => {
  test.each([
    [0.975, 1, 12.7062047361747],
    [0.975, 2, 4.30265272974946],
    [0.975, 4, 2.7764451051978],
    [0.975, 7.5, 2.3330396271],
    [0.975, 30, 2.04227245630124],
    [0.975, 1e6, 1.95996635682],
    [0.995, 9, 3.24983554159213],
  ])("studentTQuantile(%d, %d) is %d", (p, df, expected) => {
    expect(studentTQuantile(p, df)).toBeCloseTo(expected, 9);
    expect(studentTQuantile(1 - p, df)).toBeCloseTo(-expected, 9);
  });

  test("it undoes studentTCdf", () => {
    fc.assert(
      fc.property(fc.double({ min: 1e-12, max: 0.5, noNaN: true }), anyDf, (p, df) => {
        const t = studentTQuantile(p, df);
        if (Number.isFinite(t)) expect(studentTCdf(t, df) / p).toBeCloseTo(1, 9);
      }),
      { numRuns: 1000 },
    );
  });

  test("it is undone where t is large and t divided by the root of df is beyond all numbers", () => {
    const [p, df] = [1e-12, 0.03791606547640462];
    expect(studentTCdf(studentTQuantile(p, df), df) / p).toBeCloseTo(1, 9);
  });

  test("it is farther out than the normal one, and beyond all numbers for the heaviest tails", () => {
    expect(studentTQuantile(1e-300, 1e15)).toBeCloseTo(normalQuantile(1e-300), 8);
    expect(studentTQuantile(0.975, 0.001)).toBe(Infinity);
    expect([studentTQuantile(0, 3), studentTQuantile(0.5, 3), studentTQuantile(1, 3)]).toEqual([
      -Infinity,
      0,
      Infinity,
    ]);
  });
});

const anyT = fc.double({ min: -50, max: 50, noNaN: true });
const anyDf = fc.double({ min: -3, max: 9, noNaN: true }).map((power) => 10 ** power);
