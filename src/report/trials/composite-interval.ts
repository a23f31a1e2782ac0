/** The uncertainty of the mean AXIS Result, by resampling whole trials through the scoring pipeline. */
import type { AgentStatistics } from "../../core/report/agent-statistics.ts";
import type { BaselineTrial, DimensionScores } from "../../core/report/baseline.ts";
import { dimensionIds } from "../../core/score/category.ts";
import { combine, notApplicable, scored } from "../../core/score.ts";
import { weightKey, type Weights } from "../../core/score/weights.ts";
import { mean } from "../../statistics/mean.ts";
import { bootstrap, type Clusters } from "../../statistics/planning/bootstrap.ts";

/** Enough that the bounds move by less than a tenth of a point from one seed to the next. */
const draws = 2_000;

/**
 * The interval of the mean AXIS Result by resampling whole trials: each trial brings its four dimensions and their
 // weights, redistributed if a dimension does not apply. Nothing is rounded in between.
 */
export function compositeInterval(
  scenarios: readonly (readonly BaselineTrial[])[],
  weights: Weights,
  seed: string,
): Pick<AgentStatistics, "composite"> {
  // Computed once: a trial has the same result in every sample that contains it.
  const results = scenarios.map((trials) =>
    trials.flatMap(({ axisScore, dimensions }) =>
      axisScore === null || dimensions === undefined ? [] : [compositeResult(dimensions, weights)],
    ),
  );
  const data = results.filter((trials) => trials.length > 0).map((trials) => [trials]);
  if (data.length === 0) return {};
  const scope = data.every(([trials = []]) => trials.length >= 2) ? ("suite" as const) : ("population" as const);
  const statistic = (sample: Clusters<number>) =>
    mean(sample.flatMap((cluster) => cluster.map((trials) => mean(trials) ?? 0))) ?? 0;
  const interval = bootstrap(data, statistic, { scope, seed, samples: draws });
  return { composite: { ...interval, scope, samples: draws, seed } };
}

/** The AXIS Result before rounding. */
function compositeResult(dimensions: DimensionScores, weights: Weights): number {
  const parts = dimensionIds.map((id) => {
    const value = dimensions[id];
    return { score: value === null ? notApplicable(id) : scored(value), weight: weights[weightKey[id]] };
  });
  const whole = combine(parts);
  return whole.status === "scored" ? whole.value : 0;
}
