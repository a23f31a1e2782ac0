/** Means as exact fractions: compared and rounded as whole numbers, never as floats. */
import type { Fraction } from "../../../core/run/tier.ts";

/** Negative if the first is larger, for descending order. */
export function compareFractionsDescending(one: Fraction, other: Fraction): number {
  const difference = BigInt(other.sum) * BigInt(one.count) - BigInt(one.sum) * BigInt(other.count);
  return difference === 0n ? 0 : difference < 0n ? -1 : 1;
}

/** Rounds to one decimal, half up. */
export function roundToDecimal({ sum, count }: Fraction): number {
  return Number((20n * BigInt(sum) + BigInt(count)) / (2n * BigInt(count))) / 10;
}

/** Rounds to a whole number, half up. */
export function roundToWhole({ sum, count }: Fraction): number {
  return Number((2n * BigInt(sum) + BigInt(count)) / (2n * BigInt(count)));
}
