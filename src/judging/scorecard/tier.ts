/** The names of the score ranges. */
import type { CardTier } from "../../core/run/run-scorecard.ts";

/** Lower bounds, highest first. */
export const tierBounds: readonly (readonly [least: number, tier: CardTier])[] = [
  [90, "Elite"],
  [70, "Gold"],
  [40, "Silver"],
  [0, "Bronze"],
];

/** The tier of a score or of an unrounded mean; Unranked if there is no score. */
export function tierForScore(score: number | null): CardTier | "Unranked" {
  if (score === null) return "Unranked";
  return findTier(score);
}

export function findTier(score: number): CardTier {
  return tierBounds.find(([least]) => score >= least)?.[1] ?? "Bronze";
}
