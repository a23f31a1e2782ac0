/** A tier: its word, in its colour. */
import type { Tier } from "../api/answers.ts";

export function TierWord({ tier }: { readonly tier: Tier }) {
  return <span class={`tier-word ${tier === "Unranked" ? "none" : `tier-${tier.toLowerCase()}`}`}>{tier}</span>;
}
