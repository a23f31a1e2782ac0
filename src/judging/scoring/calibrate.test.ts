/** Holds the published curve, its end without a jump, and rounding half up. */
import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { calibrate, shareToPoints, roundPoints } from "./calibrate.ts";

const published: readonly (readonly [number, number])[] = [
  [-1, 0],
  [0, 0],
  [0.2, 1],
  [0.3, 10],
  [0.4, 29],
  [0.5, 50],
  [0.6, 68],
  [0.7, 80],
  [0.8, 88],
  [0.9, 93],
  [0.95, 95],
  // 95.375 of 100: one decimal of the curve more or less would be another whole number.
  [0.98, 95],
  [0.985, 96],
  [0.9999, 96],
  [1, 96],
  [1.0000000000000002, 96],
];

const anyShare = fc.double({ min: 0, max: 1, noNaN: true });

describe("calibrate", () => {
  test.each(published)("raw %d has %d points", (raw, points) => {
    expect(calibrate(raw)).toBe(points);
  });

  test("points are whole and from 0 to 96", () => {
    fc.assert(
      fc.property(anyShare, (raw) => {
        const points = calibrate(raw);
        expect(Number.isInteger(points)).toBe(true);
        expect(points).toBeGreaterThanOrEqual(0);
        expect(points).toBeLessThanOrEqual(96);
      }),
    );
  });

  test("a better raw value never has fewer points", () => {
    fc.assert(
      fc.property(anyShare, anyShare, (one, other) => {
        expect(calibrate(Math.max(one, other))).toBeGreaterThanOrEqual(calibrate(Math.min(one, other)));
      }),
    );
  });
});

test.each([
  [80.5, 81],
  [80.49999999999999, 81],
  [80.4999, 80],
  [0, 0],
  [100, 100],
])("%d points are written as %d", (points, whole) => {
  expect(roundPoints(points)).toBe(whole);
});

test("a share is shown without the curve", () => {
  expect([shareToPoints(0.32), shareToPoints(0.285), shareToPoints(1)]).toEqual([32, 29, 100]);
});
