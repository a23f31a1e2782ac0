/** The names of the score ranges. */
import type { CardTier } from "./run-scorecard.ts";

/** A sum over a count; the count is not 0. */
export interface Fraction {
  readonly sum: number;
  readonly count: number;
}

/** Lower bounds, highest first. */
export const tierBounds: readonly (readonly [least: number, tier: CardTier])[] = [
  [90, "Elite"],
  [70, "Gold"],
  [40, "Silver"],
  [0, "Bronze"],
];

/** The tier of a score or of an unrounded mean; Unranked if there is no score. */
export function tierForScore(score: number): CardTier;
export function tierForScore(score: number | null): CardTier | "Unranked";
export function tierForScore(score: number | null): CardTier | "Unranked" {
  return score === null ? "Unranked" : findTier((least) => score >= least);
}

/** The tier of a mean given as a fraction, compared as whole numbers. */
export function tierForMean({ sum, count }: Fraction): CardTier {
  return findTier((least) => BigInt(sum) >= BigInt(least) * BigInt(count));
}

function findTier(reaches: (least: number) => boolean): CardTier {
  return tierBounds.find(([least]) => reaches(least))?.[1] ?? "Bronze";
}
