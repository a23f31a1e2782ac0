/** Names for stretches of the scale. */
import type { CardTier } from "../core/run/run-scorecard.ts";

/** Lower bounds, highest first. */
export const tierBounds: readonly (readonly [least: number, tier: CardTier])[] = [
  [90, "Elite"],
  [70, "Gold"],
  [40, "Silver"],
  [0, "Bronze"],
];

/** Of a score, or of a mean that was not rounded; Unranked where there is none. */
export function tierOf(score: number | null): CardTier | "Unranked" {
  if (score === null) return "Unranked";
  return tierOfScore(score);
}

export function tierOfScore(score: number): CardTier {
  return tierBounds.find(([least]) => score >= least)?.[1] ?? "Bronze";
}
