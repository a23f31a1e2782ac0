/** Which scenarios a change comes from, and whether any of them is proven by itself. */
import type { Cause, VerdictRules } from "../core/verdict.ts";
import { mean } from "../statistics/mean.ts";
import { holm } from "../statistics/planning/corrections.ts";
import { fisherExact } from "../statistics/two-groups/exact-tests.ts";
import { stratifiedPermutationTest } from "../statistics/two-groups/permutation.ts";
import { pointsOf, type Row } from "./sides.ts";

/** How much may be drawn, and from which stream. */
export interface Draws {
  readonly seed: string;
  readonly samples: number;
}

/** Every scenario, the largest share in the direction of the change first. */
export function causesOf(rows: readonly Row[], metric: VerdictRules["metric"], draws: Draws): Cause[] {
  const p = rows.map((row) => chanceOf(row, metric, draws));
  const adjusted = holm(p);
  const causes = rows.map(({ scenarioKey, a, b }, index) => {
    const [baseline, current] = [mean(a) ?? 0, mean(b) ?? 0];
    return {
      scenarioKey,
      baseline: pointsOf(baseline),
      current: pointsOf(current),
      contribution: pointsOf((current - baseline) / rows.length),
      p: p[index] ?? null,
      adjustedP: adjusted[index] ?? null,
    };
  });
  const sum = causes.reduce((total, { contribution }) => total + contribution, 0);
  const towards = ({ contribution }: Cause) => (sum < 0 ? -contribution : contribution);
  return causes.toSorted((x, y) => towards(y) - towards(x) || (x.scenarioKey < y.scenarioKey ? -1 : 1));
}

/** The chance of such a difference on this scenario alone; one trial says nothing. */
function chanceOf({ scenarioKey, a, b }: Row, metric: VerdictRules["metric"], { seed, samples }: Draws): number | null {
  if (a.length < 2 || b.length < 2) return null;
  const passes = (trials: readonly number[]) => trials.reduce((sum, each) => sum + each, 0);
  if (metric === "pass") return fisherExact(passes(a), a.length, passes(b), b.length);
  return stratifiedPermutationTest([a], [b], { seed: `${seed}/${scenarioKey}`, samples }).p;
}
