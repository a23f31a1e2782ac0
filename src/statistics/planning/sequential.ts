/** Sequential analysis: when to stop while trials are still running, and intervals that stay valid at every look. */
import {
  requireCount,
  requireNotNegative,
  requireOpenProbability,
  requireOutcome,
  requireProbability,
} from "../arguments.ts";
import type { Interval } from "../interval.ts";
import { normalCdf, normalQuantile } from "../normal.ts";

/** From here on, Stirling's series with five terms is exact to the last digit. */
const stirlingStart = 12;

/** ln Γ(x). */
export function logGamma(x: number): number {
  let product = 1;
  let at = x;
  for (; at < stirlingStart; at += 1) product *= at;
  const s = 1 / (at * at);
  const tail = (1 / 12 - s * (1 / 360 - s * (1 / 1260 - s * (1 / 1680 - s * (1 / 1188 - s * (691 / 360_360)))))) / at;
  return (at - 0.5) * Math.log(at) - at + 0.5 * Math.log(2 * Math.PI) + tail - Math.log(product);
}

/** ln B(a, b). */
function logBeta(a: number, b: number): number {
  return logGamma(a) + logGamma(b) - logGamma(a + b);
}

/** Two pass rates to distinguish, and how often each may be mistaken for the other. */
export interface SprtOptions {
  readonly good: number;
  readonly bad: number;
  /** How often good may be called bad. */
  readonly alpha: number;
  /** How often bad may be called good. */
  readonly beta: number;
}

/** The decision, the number of trials it took, and the evidence at that point. */
export interface Sprt {
  readonly decision: "good" | "bad" | "undecided";
  readonly trials: number;
  readonly logRatio: number;
}

/** Wald's sequential test of passes (1) and fails (0): stops at the first trial that decides. */
export function sprt(outcomes: readonly (number | boolean)[], { good, bad, alpha, beta }: SprtOptions): Sprt {
  for (const [place, value] of Object.entries({ good, bad, alpha, beta }))
    requireOpenProbability(value, `sprt: ${place}`);
  if (bad >= good) throw new RangeError(`sprt: bad must be below good, not ${bad} against ${good}`);
  if (alpha + beta >= 1) throw new RangeError(`sprt: alpha and beta must add up to less than 1, not ${alpha + beta}`);
  const passed = outcomes.map((outcome, index) => requireOutcome(outcome, `sprt: outcomes[${index}]`) === 1);
  const steps = { pass: Math.log(bad / good), fail: Math.log((1 - bad) / (1 - good)) };
  const [upper, lower] = [Math.log((1 - beta) / alpha), Math.log(beta / (1 - alpha))];
  let logRatio = 0;
  for (const [index, pass] of passed.entries()) {
    logRatio += pass ? steps.pass : steps.fail;
    if (logRatio >= upper) return { decision: "bad", trials: index + 1, logRatio };
    if (logRatio <= lower) return { decision: "good", trials: index + 1, logRatio };
  }
  return { decision: "undecided", trials: passed.length, logRatio };
}

/** An interval of a rate, or of a mean of scores from 0 to 1, that is valid at all looks at once; null without trials. */
export function confidenceSequence(sum: number, n: number, confidence = 0.95): Interval | null {
  requireNotNegative(sum, "confidenceSequence: sum");
  requireCount(n, "confidenceSequence: n");
  if (sum > n) throw new RangeError(`confidenceSequence: sum must be at most n, not ${sum}`);
  requireOpenProbability(confidence, "confidenceSequence: confidence");
  if (n === 0) return null;
  const least = Math.log(1 - confidence) + logBeta(sum + 1, n - sum + 1);
  const holds = (p: number) => powerLog(sum, Math.log(p)) + powerLog(n - sum, Math.log1p(-p)) >= least;
  const estimate = sum / n;
  return {
    estimate,
    lower: sum === 0 ? 0 : boundary(holds, estimate, 0),
    upper: sum === n ? 1 : boundary(holds, estimate, 1),
  };
}

/** Splits a significance level over looks at these fractions of the data, little at first, like O'Brien and Fleming. */
export function alphaSpending(alpha: number, fractions: readonly number[]): number[] {
  requireOpenProbability(alpha, "alphaSpending: alpha");
  for (const [index, fraction] of fractions.entries()) {
    requireProbability(fraction, `alphaSpending: fractions[${index}]`);
    if (index > 0 && fraction <= (fractions[index - 1] as number))
      throw new RangeError(`alphaSpending: fractions[${index}] must be above the one before, not ${fraction}`);
  }
  const reach = normalQuantile(alpha / 2);
  const spent = fractions.map((fraction) => {
    const distance = reach / Math.sqrt(fraction);
    return Number.isFinite(distance) ? 2 * normalCdf(distance) : 0;
  });
  return spent.map((total, index) => total - (spent[index - 1] ?? 0));
}

/** An exponent times a logarithm, where 0 to the power of 0 is 1. */
function powerLog(exponent: number, logarithm: number): number {
  return exponent === 0 ? 0 : exponent * logarithm;
}

/** The last p between `inside` and `end` for which `holds` is true, by bisection until no number is in between. */
function boundary(holds: (p: number) => boolean, inside: number, end: number): number {
  let [good, bad] = [inside, end];
  for (let step = 0; step < 200; step += 1) {
    const middle = good + (bad - good) / 2;
    if (middle === good || middle === bad) break;
    if (holds(middle)) good = middle;
    else bad = middle;
  }
  return good;
}
