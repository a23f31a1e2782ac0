import * as fc from "fast-check";
import { expect, test } from "vitest";
import { tierForMean } from "../../../core/run/tier.ts";
import { compareFractionsDescending, roundToDecimal, roundToWhole } from "./mean.ts";

const fraction = fc
  .tuple(fc.integer({ min: 1, max: 1_000_000 }), fc.integer({ min: 0, max: 100 }), fc.nat())
  .map(([count, points, rest]) => ({ count, sum: Math.min(100 * count, points * count + (rest % count)) }));

test.each([
  [{ sum: 209, count: 3 }, 69.7, "Silver"],
  [{ sum: 2_795, count: 40 }, 69.9, "Silver"],
  [{ sum: 1, count: 20 }, 0.1, "Bronze"],
  [{ sum: 1, count: 21 }, 0, "Bronze"],
  [{ sum: 210, count: 3 }, 70, "Gold"],
  [{ sum: 8_999_999, count: 100_000 }, 90, "Gold"],
  [{ sum: 9_000_000, count: 100_000 }, 90, "Elite"],
] as const)("the mean of %j is shown as %d and is %s", (mean, shown, tier) => {
  expect(roundToDecimal(mean)).toBe(shown);
  expect(tierForMean(mean)).toBe(tier);
});

test("a mean is shown to within half a tenth, and never lower for a larger sum", () => {
  fc.assert(
    fc.property(fraction, ({ sum, count }) => {
      expect(Math.abs(roundToDecimal({ sum, count }) - sum / count)).toBeLessThanOrEqual(0.05 + 1e-9);
      expect(roundToDecimal({ sum: sum + 1, count })).toBeGreaterThanOrEqual(roundToDecimal({ sum, count }));
      expect(Math.abs(roundToWhole({ sum, count }) - sum / count)).toBeLessThanOrEqual(0.5 + 1e-9);
    }),
  );
});

test("falling is an order: it turns around, and sums far beyond 2^53 do not blur it", () => {
  fc.assert(
    fc.property(fraction, fraction, (one, other) => {
      expect(compareFractionsDescending(one, other) + compareFractionsDescending(other, one)).toBe(0);
      if (one.sum / one.count > other.sum / other.count + 1e-9) expect(compareFractionsDescending(one, other)).toBe(-1);
    }),
  );
  const large = 2 ** 52;
  expect(compareFractionsDescending({ sum: large + 1, count: large }, { sum: large, count: large - 1 })).toBe(1);
});
