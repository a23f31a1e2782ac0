/** How much each axis counts: the configured weights, otherwise the defaults. */
import { toBasisPoints, CardWeightsInput } from "../../core/score/card-weights.ts";
import type { CardWeights, WeightsSource } from "../../core/run/run-scorecard.ts";

export const defaultCardWeights: CardWeights = {
  completion: 4000,
  error_rate: 3000,
  latency: 2000,
  resource_efficiency: 1000,
};

export interface ResolvedCardWeights {
  readonly weights: CardWeights;
  readonly weights_source: WeightsSource;
}

/** Never throws: invalid weights are replaced by the defaults, and the card says so. */
export function resolveCardWeights(configured: unknown): ResolvedCardWeights {
  const none = { weights: defaultCardWeights, weights_source: "default" } as const;
  if (configured === null || configured === undefined) return none;
  try {
    const weights = toBasisPoints(CardWeightsInput.parse(configured));
    return weights === null ? none : { weights, weights_source: "workspace" };
  } catch {
    // Whatever the error is, the card is still made, with a note that the weights were invalid.
    return { ...none, weights_source: "default-after-error" };
  }
}
