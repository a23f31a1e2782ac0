/** The score of a scorecard with its tier: always the word, so that colour is never all there is. */
import type { CardTier, ShortCard } from "../../../src/core/run/run-scorecard.ts";

/** The class that gives something the colour of a tier. */
export function tierClass(tier: CardTier): string {
  return `tier-${tier.toLowerCase()}`;
}

/** As a field of a table. */
export function CardScore({ card }: { card: Omit<ShortCard, "outcome" | "reason"> | undefined }) {
  if (card === undefined) return <span class="none">none</span>;
  const { score, tier, provisional, counted } = card;
  return (
    <span class={`card-score ${tierClass(tier)}`}>
      <span class="score">{score}</span> <span class="tier">{tier}</span>
      {provisional && <small>provisional</small>}
      {!counted && <small>not counted</small>}
    </span>
  );
}
