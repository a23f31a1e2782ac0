/** The Speed signal: durations alone, never a judge. */
import type { Category } from "../core/score/category.ts";
import type { Interaction } from "../core/interaction.ts";

/** Upper ends, inclusive, of the first four tiers in milliseconds; what takes longer is in the fifth. */
export const speedThresholdsMs: Readonly<Record<Category, readonly [number, number, number, number]>> = {
  environment: [500, 2_000, 5_000, 10_000],
  service: [2_000, 5_000, 10_000, 25_000],
  agent: [2_000, 5_000, 15_000, 30_000],
};

/** Excellent, good, fair, slow, very slow. */
const tiers = [1, 0.9, 0.8, 0.6, 0.4] as const;

/** Raw speed of one interaction. An unknown duration counts as fast: there is no evidence that it was slow. */
export function speedOf(interaction: Pick<Interaction, "categories" | "durationMs">): number {
  const { durationMs } = interaction;
  if (durationMs === null || !(durationMs > 0)) return tiers[0];
  const ends = speedThresholdsMs[thresholdCategory(interaction.categories)];
  for (let tier = 0; tier < ends.length; tier += 1) if (durationMs <= ends[tier]!) return tiers[tier]!;
  return tiers[4];
}

/** Of two categories service's thresholds hold: the slower part of such a call is the network. */
function thresholdCategory(categories: readonly Category[]): Category {
  return categories.includes("service") ? "service" : (categories[0] ?? "agent");
}
