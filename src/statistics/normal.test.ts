/** Holds the normal distribution to values computed elsewhere with 30 digits. */
import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { normalCdf, normalQuantile } from "./normal.ts";

const cdfValues: readonly (readonly [number, number])[] = [
  [-20, 2.75362411860623e-89],
  [-8, 6.22096057427178e-16],
  [-6, 9.86587645037698e-10],
  [-4, 3.16712418331199e-5],
  [-3.0001, 0.00134945491326072],
  [-3, 0.00134989803163009],
  [-2.9999, 0.00135034128295492],
  [-2, 0.0227501319481792],
  [-1.5, 0.06680720127],
  [-1, 0.158655253931457],
  [-0.1, 0.460172162722971],
  [0, 0.5],
  [1e-10, 0.500000000039894],
  [0.5, 0.691462461274013],
  [1.5, 0.933192798731142],
  [2.5, 0.993790334674224],
  [6, 0.999999999013412],
];

const quantileValues: readonly (readonly [number, number])[] = [
  [1e-300, -37.0470962993612],
  [1e-20, -9.26234008979841],
  [1e-9, -5.99780701500769],
  [0.001, -3.09023230616781],
  [0.025, -1.95996398454005],
  [0.25, -0.674489750196082],
  [0.4, -0.2533471031358],
  [0.5, 0],
  [0.6, 0.2533471031358],
  [0.975, 1.959963985],
  [0.995, 2.5758293035489],
  [0.999, 3.09023230616781],
];

describe("normalCdf", () => {
  test.each(cdfValues)("normalCdf(%d) is %d", (x, expected) => {
    expect(Math.abs(normalCdf(x) - expected)).toBeLessThan(1e-11);
  });

  test("a far tail keeps its relative accuracy", () => {
    expect(normalCdf(-20) / 2.75362411860623e-89).toBeCloseTo(1, 11);
  });

  test("it rises and stays between 0 and 1", () => {
    fc.assert(
      fc.property(
        fc.double({ min: -40, max: 40, noNaN: true }),
        fc.double({ min: 0, max: 5, noNaN: true }),
        (x, step) => {
          const [left, right] = [normalCdf(x), normalCdf(x + step)];
          expect(left).toBeGreaterThanOrEqual(0);
          expect(right).toBeLessThanOrEqual(1);
          expect(right - left).toBeGreaterThanOrEqual(-1e-15);
        },
      ),
    );
  });

  test("both sides of the middle add up to one", () => {
    fc.assert(
      fc.property(fc.double({ min: -10, max: 10, noNaN: true }), (x) => {
        expect(normalCdf(x) + normalCdf(-x)).toBeCloseTo(1, 12);
      }),
    );
  });

  test.each([NaN, Infinity, -Infinity])("normalCdf(%d) is refused by name", (x) => {
    expect(() => normalCdf(x)).toThrow(new RangeError(`normalCdf: x must be a finite number, not ${x}`));
  });
});

describe("normalQuantile", () => {
  test.each(quantileValues)("normalQuantile(%d) is %d", (p, expected) => {
    expect(Math.abs(normalQuantile(p) - expected)).toBeLessThan(1e-9);
  });

  test("it undoes normalCdf", () => {
    fc.assert(
      fc.property(fc.double({ min: -37, max: 5, noNaN: true }), (x) => {
        expect(normalQuantile(normalCdf(x))).toBeCloseTo(x, 8);
      }),
    );
  });

  test("the ends are infinite", () => {
    expect([normalQuantile(0), normalQuantile(1)]).toEqual([-Infinity, Infinity]);
  });

  test("the smallest number there is has a quantile", () => {
    expect(normalQuantile(Number.MIN_VALUE)).toBeCloseTo(-38.4674, 3);
  });

  test.each([NaN, -0.1, 1.1, Infinity])("normalQuantile(%d) is refused by name", (p) => {
    expect(() => normalQuantile(p)).toThrow(new RangeError(`normalQuantile: p must be from 0 to 1, not ${p}`));
  });
});
