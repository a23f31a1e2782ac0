/** Finds the scenarios behind a change, and whether any of them is proven on its own. */
import type { Cause, VerdictRules } from "../../core/report/verdict.ts";
import { mean } from "../../statistics/mean.ts";
import { holm } from "../../statistics/planning/corrections.ts";
import { fisherExact } from "../../statistics/two-groups/exact-tests.ts";
import { stratifiedPermutationTest } from "../../statistics/two-groups/permutation.ts";
import { stratifiedDifference, stratifiedRateDifference } from "../../statistics/two-groups/stratified.ts";
import { verdict } from "../../statistics/two-groups/verdict.ts";
import { toPoints, type ScenarioRow } from "./sides.ts";

/** How many samples to draw, and the seed of the random stream. */
export interface Draws {
  readonly seed: string;
  readonly samples: number;
}

/** All scenarios, the largest contribution to the change first. */
export function listCauses(rows: readonly ScenarioRow[], rules: VerdictRules, draws: Draws): Cause[] {
  const { metric } = rules;
  const p = rows.map((row) => computeChance(row, metric, draws));
  const adjusted = holm(p);
  const causes = rows.map((row, index) => {
    const { scenarioKey, a, b } = row;
    const [baseline, current] = [mean(a) ?? 0, mean(b) ?? 0];
    return {
      scenarioKey,
      baseline: toPoints(baseline),
      current: toPoints(current),
      contribution: toPoints((current - baseline) / rows.length),
      p: p[index] ?? null,
      adjustedP: adjusted[index] ?? null,
      ...decideScenario(row, adjusted[index] ?? null, rules),
    };
  });
  const change = causes.reduce((total, { contribution }) => total + contribution, 0);
  const towards = ({ contribution }: Cause) => (change < 0 ? -contribution : contribution);
  return causes.toSorted((x, y) => towards(y) - towards(x) || (x.scenarioKey < y.scenarioKey ? -1 : 1));
}

/** What the trials of one scenario say on their own; a single trial says nothing. */
function decideScenario({ a, b }: ScenarioRow, p: number | null, { metric, margin, alpha }: VerdictRules) {
  if (a.length < 2 || b.length < 2) return { verdict: null, improved: false, lower: null, upper: null };
  const found =
    metric === "pass"
      ? stratifiedRateDifference([sumTrials(a)], [a.length], [sumTrials(b)], [b.length], { confidence: 1 - alpha })
      : stratifiedDifference([a], [b], { confidence: 1 - alpha });
  const { estimate, lower, upper } = found;
  const ruled = verdict({ estimate, lower, upper, p }, { margin: margin / 100, alpha });
  return {
    ...ruled,
    lower: lower === null ? null : toPoints(lower),
    upper: upper === null ? null : toPoints(upper),
  };
}

function sumTrials(trials: readonly number[]): number {
  return trials.reduce((total, each) => total + each, 0);
}

/** The probability of such a difference on this scenario alone; a single trial says nothing. */
function computeChance(
  { scenarioKey, a, b }: ScenarioRow,
  metric: VerdictRules["metric"],
  { seed, samples }: Draws,
): number | null {
  if (a.length < 2 || b.length < 2) return null;
  if (metric === "pass") return fisherExact(sumTrials(a), a.length, sumTrials(b), b.length);
  return stratifiedPermutationTest([a], [b], { seed: `${seed}/${scenarioKey}`, samples }).p;
}
