/** The AXIS Result: the weighted mean of the dimensions that could be scored. */
import { type DimensionId, dimensionIds } from "../../core/score/category.ts";
import { combine } from "../../core/score.ts";
import { type Weights, weightKey } from "../../core/score/weights.ts";
import { roundPoints } from "./calibrate.ts";
import { type Composite, type DimensionStates, resultFromRuling, type RunRuling, fromDimensionState, describeUnscored } from "./policy.ts";

/** Redistributes the weights of dimensions that do not apply; an unscored dimension makes the result unknown. */
export function composite(states: DimensionStates, weights: Weights, run: RunRuling): Composite {
  const ruled = resultFromRuling(run);
  if (ruled !== null) return ruled;
  const whole = combine(dimensionIds.map((id) => ({ score: fromDimensionState(states[id]), weight: weights[weightKey[id]] })));
  if (whole.status === "scored") return { axisScore: roundPoints(whole.value) };
  if (whole.status === "failed") return { axisScore: null, reason: describeUnscored(states) };
  return { axisScore: null, reason: "no dimension applies" };
}

/** The weights after redistribution: they cover the scored dimensions; the others have 0. */
export function effectiveWeights(states: DimensionStates, weights: Weights): Weights {
  const counts = (id: DimensionId) => (states[id].status === "scored" ? weights[weightKey[id]] : 0);
  const total = dimensionIds.reduce((sum, id) => sum + counts(id), 0);
  const share = (id: DimensionId) => (total > 0 ? counts(id) / total : 0);
  return {
    goal_achievement: share("goalAchievement"),
    environment: share("environment"),
    service: share("service"),
    agent: share("agent"),
  };
}
