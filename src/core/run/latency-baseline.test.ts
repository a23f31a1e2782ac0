import * as fc from "fast-check";
import { expect, test } from "vitest";
import { medianMs } from "./latency-baseline.ts";

const median = (...times: number[]) => medianMs(times.map((wall_ms) => ({ wall_ms })));

test.each([
  [[], null],
  [[10, 20, 30, 40, 50], 30],
  [[50, 10, 40, 20, 30], 30],
  [[10, 20, 30, 40, 50, 60], 35],
  [[1000, 1001, 1002, 1003, 1004, 1005], 1003],
  [[1, 2, 3, 4, 1_000_000], 3],
  [Array.from({ length: 20 }, (_, index) => 1_000 * (index + 1)), 10_500],
] as const)("the median of %j is %s", (times, expected) => {
  expect(median(...times)).toBe(expected);
});

test("the median does not depend on the order, lies within, and is whole up to the largest numbers", () => {
  const time = fc.integer({ min: 1, max: Number.MAX_SAFE_INTEGER });
  fc.assert(
    fc.property(fc.array(time, { minLength: 1, maxLength: 20 }), (times) => {
      const found = median(...times) ?? 0;
      expect(median(...times.toReversed())).toBe(found);
      expect(found).toBeGreaterThanOrEqual(Math.min(...times));
      expect(found).toBeLessThanOrEqual(Math.max(...times));
      expect(Number.isSafeInteger(found)).toBe(true);
    }),
  );
});
