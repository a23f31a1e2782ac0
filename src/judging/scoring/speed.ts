/** The Speed signal: it comes from durations alone, never from a judge. */
import type { Category } from "../../core/score/category.ts";
import type { Interaction } from "../../core/interaction.ts";

/** Inclusive upper bounds of the first four tiers in milliseconds; anything slower is in the fifth. */
export const speedThresholdsMs: Readonly<Record<Category, readonly [number, number, number, number]>> = {
  environment: [500, 2_000, 5_000, 10_000],
  service: [2_000, 5_000, 10_000, 25_000],
  agent: [2_000, 5_000, 15_000, 30_000],
};

/** Excellent, good, fair, slow, very slow. */
const tiers = [1, 0.9, 0.8, 0.6, 0.4] as const;

/** The raw speed of one interaction. An unknown duration counts as fast: nothing shows that it was slow. */
export function speedScore(interaction: Pick<Interaction, "categories" | "durationMs">): number {
  const { durationMs } = interaction;
  if (durationMs === null || !(durationMs > 0)) return tiers[0];
  const ends = speedThresholdsMs[thresholdCategory(interaction.categories)];
  for (let tier = 0; tier < ends.length; tier += 1) if (durationMs <= ends[tier]!) return tiers[tier]!;
  return tiers[4];
}

/** If an interaction has two categories, the service thresholds apply: the network is the slower part of the call. */
function thresholdCategory(categories: readonly Category[]): Category {
  return categories.includes("service") ? "service" : (categories[0] ?? "agent");
}
