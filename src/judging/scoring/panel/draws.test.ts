/** How several answers of one judge become one number. */
import fc from "fast-check";
import { expect, test } from "vitest";
import { mergeDraws } from "./agreement.ts";

test.each<[readonly number[], number, number]>([
  [[0, 10, 10], 10, 10],
  [[0, 0, 10], 10, 0],
  [[4, 7, 10], 10, 7],
  [[3, 4, 4], 10, 11 / 3],
  [[0, 0, 6], 10, 2],
  [[0, 0.5, 1], 1, 0.5],
  [[1, 1, 0], 1, 1],
])("%o of at most %i is %d", (values, full, expected) => {
  expect(mergeDraws(values, full)).toBeCloseTo(expected, 12);
});

test("whatever is said, the number lies within it, and all or nothing stays all or nothing", () => {
  const draws = fc.integer({ min: 0, max: 3 }).map((half) => 2 * half + 1);
  const list = (value: fc.Arbitrary<number>) =>
    draws.chain((length) => fc.array(value, { minLength: length, maxLength: length }));
  fc.assert(
    fc.property(list(fc.double({ min: 0, max: 1, noNaN: true })), (values) => {
      expect(mergeDraws(values, 1)).toBeGreaterThanOrEqual(Math.min(...values) - 1e-12);
      expect(mergeDraws(values, 1)).toBeLessThanOrEqual(Math.max(...values) + 1e-12);
    }),
  );
  fc.assert(fc.property(list(fc.constantFrom(0, 10)), (values) => [0, 10].includes(mergeDraws(values, 10))));
});
