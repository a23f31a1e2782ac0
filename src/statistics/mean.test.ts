/** Holds mean and spread, and that too few numbers give none. */
import { expect, test } from "vitest";
import { mean, standardDeviation } from "./mean.ts";

test("the mean of 2, 4, 4, 4, 5, 5, 7, 9 is 5 and their sample deviation the root of 32/7", () => {
  const values = [2, 4, 4, 4, 5, 5, 7, 9];
  expect(mean(values)).toBe(5);
  expect(standardDeviation(values)).toBeCloseTo(Math.sqrt(32 / 7), 12);
});

test("equal values do not spread", () => {
  expect(standardDeviation([3, 3, 3])).toBe(0);
});

test("none has no mean, one has no deviation", () => {
  expect(mean([])).toBeNull();
  expect(standardDeviation([])).toBeNull();
  expect(standardDeviation([5])).toBeNull();
});

test.each([NaN, Infinity])("%d among the values is refused with its place", (value) => {
  expect(() => mean([1, value])).toThrow(`mean: values[1] must be a finite number, not ${value}`);
  expect(() => standardDeviation([value])).toThrow(
    `standardDeviation: values[0] must be a finite number, not ${value}`,
  );
});
