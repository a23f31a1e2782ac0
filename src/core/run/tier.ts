/** The tier of a mean score. */
import type { CardTier } from "./run-scorecard.ts";

/** A sum over a count; the count is not 0. */
export interface Fraction {
  readonly sum: number;
  readonly count: number;
}

const meanTierBounds: readonly (readonly [CardTier, number])[] = [
  ["Elite", 90],
  ["Gold", 70],
  ["Silver", 40],
];

/** The tier of the unrounded mean. */
export function tierForMean({ sum, count }: Fraction): CardTier {
  const [tier] = meanTierBounds.find(([, least]) => BigInt(sum) >= BigInt(least) * BigInt(count)) ?? [];
  return tier ?? "Bronze";
}
