import fc from "fast-check";
import { expect, test } from "vitest";
import { roundTo4 } from "./rounding.ts";

test("exact ties go to the even digit, on both sides", () => {
  expect(roundTo4(0.03125)).toBe(0.0312);
  expect(roundTo4(0.09375)).toBe(0.0938);
  expect(roundTo4(0.15625)).toBe(0.1562);
  expect(roundTo4(0.96875)).toBe(0.9688);
});

test("what only looks like a tie goes to the nearest of the binary value", () => {
  expect(roundTo4(0.00005)).toBe(0.0001);
  expect(roundTo4(0.12345)).toBe(0.1235);
  expect(roundTo4(0.00015)).toBe(0.0001);
});

test("it moves a number by at most half a step, and rounds once", () => {
  fc.assert(
    fc.property(fc.double({ min: 0, max: 1, noNaN: true }), (value) => {
      expect(Math.abs(roundTo4(value) - value)).toBeLessThanOrEqual(0.00005 + Number.EPSILON);
      expect(roundTo4(roundTo4(value))).toBe(roundTo4(value));
    }),
  );
});
