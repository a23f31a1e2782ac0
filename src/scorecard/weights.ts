/** How much each axis counts: as configured, else the default. */
import { basisPoints, CardWeightsInput } from "../core/score/card-weights.ts";
import type { CardWeights, WeightsSource } from "../core/run/run-scorecard.ts";

export const defaultCardWeights: CardWeights = {
  completion: 4000,
  error_rate: 3000,
  latency: 2000,
  resource_efficiency: 1000,
};

export interface WeightsFound {
  readonly weights: CardWeights;
  readonly weights_source: WeightsSource;
}

/** Never throws: what is no valid set counts as if nothing were configured, and the card says so. */
export function weightsFor(configured: unknown): WeightsFound {
  const none = { weights: defaultCardWeights, weights_source: "default" } as const;
  if (configured === null || configured === undefined) return none;
  try {
    const weights = basisPoints(CardWeightsInput.parse(configured));
    return weights === null ? none : { weights, weights_source: "workspace" };
  } catch {
    // Whatever is wrong with it, the card is made and carries the mark.
    return { ...none, weights_source: "default-after-error" };
  }
}
