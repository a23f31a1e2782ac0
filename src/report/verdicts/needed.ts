/** What an undecided comparison would have needed, and which difference it could have detected. */
import type { Needed, VerdictRules } from "../../core/report/verdict.ts";
import { mean, standardDeviation } from "../../statistics/mean.ts";
import { minimumDetectableEffect, scenariosNeeded, trialsNeeded } from "../../statistics/planning/power.ts";
import { discordantNeeded } from "../../statistics/two-groups/exact-tests.ts";
import { differenceComponents } from "../../statistics/two-groups/stratified.ts";
import { toPoints, type ScenarioRow } from "./sides.ts";

/** More trials per scenario than this are not worth suggesting. */
const maxTrials = 50;
/** If each scenario ran once, this many trials show the noise. */
const firstTrials = 3;

interface NoiseParts {
  readonly between: number;
  readonly withinA: number;
  readonly withinB: number;
}

/** Suggests trials first; scenarios if no number of trials is enough. Null if nothing was compared. */
export function estimateNeeded(
  rows: readonly ScenarioRow[],
  scope: "suite" | "population" | null,
  { metric, margin, alpha, scope: asked }: VerdictRules,
): Needed | null {
  if (rows.length === 0) return null;
  const repeated = rows.every(({ a, b }) => a.length >= 2 && b.length >= 2);
  const noise = repeated ? estimateRepeatedNoise(rows, scope, metric) : estimateSingleNoise(rows, metric);
  const least = asked === "population" ? discordantNeeded(alpha) : 1;
  if (noise === null) return { trials: repeated ? null : firstTrials, scenarios: null, detectable: null };
  const design = {
    scenarios: rows.length,
    trialsA: Math.min(...rows.map(({ a }) => a.length)),
    trialsB: Math.min(...rows.map(({ b }) => b.length)),
  };
  const effect = margin / 100;
  const findTrials = () => (repeated ? findEnoughTrials(rows, effect, { ...noise, alpha }) : firstTrials);
  const trials = rows.length < least || effect === 0 ? null : findTrials();
  const detectable = minimumDetectableEffect({ ...design, ...noise, alpha });
  const scenarios = effect === 0 ? null : scenariosNeeded({ effect, ...design, ...noise, alpha });
  return {
    trials,
    scenarios: trials !== null || scenarios === null ? null : Math.max(scenarios, least),
    detectable: detectable === null ? null : toPoints(detectable),
  };
}

function findEnoughTrials(
  rows: readonly ScenarioRow[],
  effect: number,
  noise: NoiseParts & { readonly alpha: number },
): number | null {
  const trials = trialsNeeded({ effect, scenarios: rows.length, ...noise });
  if (trials === null) return null;
  const needed = Math.max(trials, minTestableTrials(rows.length, noise.alpha));
  return needed > maxTrials ? null : needed;
}

/** With fewer trials there are too few permutations for any p-value to reach the level. */
function minTestableTrials(scenarios: number, alpha: number): number {
  let ways = 2;
  let trials = 1;
  while (2 / ways ** scenarios > alpha) {
    trials += 1;
    ways = (ways * (2 * trials) * (2 * trials - 1)) / trials ** 2;
  }
  return trials;
}

function estimateRepeatedNoise(
  rows: readonly ScenarioRow[],
  scope: "suite" | "population" | null,
  metric: VerdictRules["metric"],
): NoiseParts | null {
  const [a, b] = [rows.map((row) => row.a), rows.map((row) => row.b)];
  const parts = differenceComponents(a, b);
  const between = scope === "suite" ? 0 : parts.between;
  const withinA = metric === "pass" ? poolPassVariance(a) : parts.withinA;
  const withinB = metric === "pass" ? poolPassVariance(b) : parts.withinB;
  return between === null || withinA === null || withinB === null ? null : { between, withinA, withinB };
}

/** The variance of a trial's pass as in `stratifiedRateDifference`: never zero. */
function poolPassVariance(side: readonly (readonly number[])[]): number {
  let spread = 0.5;
  let freedom = 1;
  for (const trials of side) {
    const passes = trials.reduce((sum, each) => sum + each, 0);
    spread += passes * (1 - passes / trials.length);
    freedom += trials.length - 1;
  }
  return spread / freedom;
}

/** One trial cannot separate a scenario's change from noise, so all variance counts as between scenarios. */
function estimateSingleNoise(rows: readonly ScenarioRow[], metric: VerdictRules["metric"]): NoiseParts | null {
  const deviation = standardDeviation(rows.map(({ a, b }) => (mean(b) ?? 0) - (mean(a) ?? 0)));
  if (deviation === null) return null;
  const floor = metric === "pass" ? 0.5 / (rows.length + 1) : 0;
  return { between: Math.max(floor, deviation ** 2), withinA: 0, withinB: 0 };
}
