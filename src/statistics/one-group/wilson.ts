/** Intervals of a pass rate: for one series of trials, or for several series whose rates may differ. */
import { requireOpenProbability, requireAtMost, requireSameLength } from "../arguments.ts";
import { type Interval, normalReach, studentReach } from "../interval.ts";
import { computeMoments } from "../moments.ts";

/** An interval, and the number of independent trials that would give the same precision. */
export interface ClusteredInterval extends Interval {
  readonly effectiveTrials: number;
}

/** Wilson's score interval of a pass rate; null without trials. */
export function wilsonInterval(successes: number, n: number, confidence = 0.95): Interval | null {
  requireAtMost(successes, n, ["wilsonInterval: successes", "wilsonInterval: n"]);
  requireOpenProbability(confidence, "wilsonInterval: confidence");
  return n === 0 ? null : wilsonForRate(successes / n, n, normalReach(confidence));
}

/** Wilson's interval of the mean of the series' rates, with the effective number of trials; null below two series. */
export function clusteredWilsonInterval(
  successes: readonly number[],
  trials: readonly number[],
  confidence = 0.95,
): ClusteredInterval | null {
  const name = "clusteredWilsonInterval";
  requireSameLength(successes, trials, `${name}: successes and trials`);
  requireOpenProbability(confidence, `${name}: confidence`);
  const rates = successes.map((passed, index) => {
    const count = trials[index] as number;
    requireAtMost(passed, count, [`${name}: successes[${index}]`, `${name}: trials[${index}]`]);
    return passed / count;
  });
  if (rates.length < 2 || trials.includes(0)) return null;
  const effectiveTrials = countEffectiveTrials(rates, total(trials), confidence);
  return { ...wilsonForRate(computeMoments(rates).mean, effectiveTrials, normalReach(confidence)), effectiveTrials };
}

/** Wilson's interval of any rate and any positive number of trials; both ends are exact at 0 and 1. */
export function wilsonForRate(rate: number, n: number, reach: number): Interval {
  const square = (reach * reach) / n;
  const centre = (rate + square / 2) / (1 + square);
  const half = (reach / (1 + square)) * Math.sqrt((rate * (1 - rate)) / n + square / (4 * n));
  return {
    estimate: rate,
    lower: rate === 0 ? 0 : Math.min(rate, Math.max(0, centre - half)),
    upper: rate === 1 ? 1 : Math.max(rate, Math.min(1, centre + half)),
  };
}

/** The number of binomial trials that would give this precision; without any spread, as many as can be justified. */
function countEffectiveTrials(rates: readonly number[], trials: number, confidence: number): number {
  const count = rates.length;
  const { mean, squares } = computeMoments(rates);
  if (mean === 0 || mean === 1) return count;
  const squaredError = squares / (count - 1) / count;
  if (squaredError === 0) return trials;
  const reach = studentReach(confidence, count - 1);
  const shrink = reach === 0 ? 1 : (normalReach(confidence) / reach) ** 2;
  return Math.min(trials, ((mean * (1 - mean)) / squaredError) * shrink);
}

function total(counts: readonly number[]): number {
  return counts.reduce((sum, count) => sum + count, 0);
}
