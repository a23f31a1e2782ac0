/** The tier of a scorecard, always as a word, because color alone is not enough. */
import type { CardTier } from "../../../src/core/run/run-scorecard.ts";

/** Unranked runs have no score. */
export type Tier = CardTier | "Unranked";

/** The class that gives something the color of a tier. */
export function tierClass(tier: Tier): string {
  return tier === "Unranked" ? "none" : `tier-${tier.toLowerCase()}`;
}

export function TierWord({ tier }: { readonly tier: Tier }) {
  return <span class={`tier-word ${tierClass(tier)}`}>{tier}</span>;
}
