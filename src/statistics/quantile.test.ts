/** Holds quantiles between order statistics. */
import * as fc from "fast-check";
import { expect, test } from "vitest";
import { quantile } from "./quantile.ts";

test("between order statistics it is linear in p", () => {
  expect(quantile([4, 1, 3, 2], 0.5)).toBe(2.5);
  expect(quantile([10, 20, 30], 0.25)).toBe(15);
  expect(quantile([10, 20, 30], 1)).toBe(30);
  expect(quantile([7], 0.3)).toBe(7);
});

test("no values have no quantile", () => {
  expect(quantile([], 0.5)).toBeNull();
});

test("numbers at both ends of what there is have one", () => {
  expect(quantile([-Number.MAX_VALUE, Number.MAX_VALUE], 0.5)).toBe(0);
  expect(quantile([-Number.MAX_VALUE, Number.MAX_VALUE], 0)).toBe(-Number.MAX_VALUE);
});

test("it lies within the values, rises with p, does not depend on their order and leaves them alone", () => {
  const share = fc.double({ min: 0, max: 1, noNaN: true });
  const values = fc.array(fc.double({ noNaN: true, noDefaultInfinity: true }), { minLength: 1 });
  fc.assert(
    fc.property(values, share, share, (list, first, second) => {
      const copy = [...list];
      const [low, high] = [quantile(list, Math.min(first, second)), quantile(list, Math.max(first, second))];
      expect(list).toEqual(copy);
      expect(low).toBeGreaterThanOrEqual(Math.min(...list));
      expect(high).toBeLessThanOrEqual(Math.max(...list));
      expect((high as number) - (low as number)).toBeGreaterThanOrEqual(-1e-12 * Math.abs(high as number));
      expect(quantile(copy.toReversed(), first)).toBe(quantile(list, first));
    }),
    { numRuns: 1000 },
  );
});
