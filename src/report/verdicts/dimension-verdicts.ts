/** Which dimension of an agent changed: the overall comparison for each of the four, corrected for their number. */
import type { Baseline } from "../../core/report/baseline.ts";
import { type DimensionId, dimensionIds } from "../../core/score/category.ts";
import type { DimensionVerdict, VerdictRules } from "../../core/report/verdict.ts";
import { mean } from "../../statistics/mean.ts";
import { holm } from "../../statistics/planning/corrections.ts";
import { compareRuns } from "../../statistics/two-groups/compare-runs.ts";
import { verdict } from "../../statistics/two-groups/verdict.ts";
import type { Comparable } from "../comparable.ts";
import type { Draws } from "./causes.ts";
import { toPoints, type SidesRequest, collectSides } from "./sides.ts";

export interface AgentView {
  readonly agentName: string;
  readonly rules: VerdictRules;
  readonly draws: Draws;
  readonly allows: SidesRequest["allows"];
}

/** One per dimension that has a number on both sides; always in points, with a margin in points. */
export function dimensionVerdicts(baseline: Baseline, current: Comparable, view: AgentView): DimensionVerdict[] {
  const found = dimensionIds.flatMap((dimension) => compareDimension(baseline, current, { ...view, dimension }));
  const adjusted = holm(found.map(({ compared }) => compared.p));
  return found.map(({ dimension, compared, rows, margin }, index) => {
    const adjustedP = adjusted[index] ?? null;
    const open = compared.verdict === "not-enough-data";
    const { alpha } = view.rules;
    return {
      dimension,
      ...(open
        ? { verdict: "not-enough-data" as const, improved: false }
        : verdict({ ...compared, p: adjustedP }, { margin, alpha })),
      scenarios: compared.scenarios,
      baseline: points(mean(rows.map(({ a }) => mean(a) ?? 0))),
      current: points(mean(rows.map(({ b }) => mean(b) ?? 0))),
      estimate: points(compared.estimate),
      lower: points(compared.lower),
      upper: points(compared.upper),
      p: compared.p,
      adjustedP,
    };
  });
}

/** The margin in AXIS Result points if the verdict itself is about passes. */
const pointsMargin = 3;

function compareDimension(
  baseline: Baseline,
  current: Comparable,
  view: AgentView & { readonly dimension: DimensionId },
) {
  const { agentName, allows, dimension, rules, draws } = view;
  const sides = collectSides(baseline, current, {
    agentName,
    allows,
    value: ({ axisScore, dimensions }) => {
      const score = axisScore === null ? null : (dimensions?.[dimension] ?? null);
      return score === null ? null : score / 100;
    },
  });
  if (sides.rows.length === 0) return [];
  const margin = (rules.metric === "score" ? rules.margin : pointsMargin) / 100;
  const options = { metric: "score" as const, scope: rules.scope, alpha: rules.alpha, margin };
  const seed = `${draws.seed}/${dimension}`;
  return [
    {
      dimension,
      rows: sides.rows,
      margin,
      compared: compareRuns(sides.before, sides.after, { ...options, ...draws, seed }),
    },
  ];
}

function points(share: number | null): number | null {
  return share === null ? null : toPoints(share);
}
