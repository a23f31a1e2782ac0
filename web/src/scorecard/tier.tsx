/** The score of a scorecard with its tier, always as a word, because color alone is not enough. */
import type { CardTier, RunScorecard, ShortCard } from "../../../src/core/run/run-scorecard.ts";
import { noNumber } from "../../../src/report/text/format.ts";

/** Unranked runs have no score. */
export type Tier = CardTier | "Unranked";

/** The class that gives something the color of a tier. */
export function tierClass(tier: Tier): string {
  return tier === "Unranked" ? "none" : `tier-${tier.toLowerCase()}`;
}

export function TierWord({ tier }: { readonly tier: Tier }) {
  return <span class={`tier-word ${tierClass(tier)}`}>{tier}</span>;
}

/** A place that shows it must label it "scorecard". */
export function CardScore({ card }: { card: RunScorecard | ShortCard | undefined }) {
  if (card === undefined) return <span class="none">{noNumber}</span>;
  const { score, tier, provisional, counted } = card;
  const words = [...(provisional ? ["not all measured"] : []), ...(counted ? [] : ["not counted"])];
  return (
    <span class={`card-score ${tierClass(tier)}`}>
      <span class="score">{score}</span> <span class="tier">{tier}</span> <small>{words.join(", ")}</small>
    </span>
  );
}
