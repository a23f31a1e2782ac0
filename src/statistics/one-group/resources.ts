/** Measurements such as seconds, tokens and cost: ratios, medians, and whether a new value has drifted. */
import { requireAllFinite, requireOpenProbability, requirePositive, requireSameLength } from "../arguments.ts";
import type { ConfidenceOption, OpenInterval } from "../interval.ts";
import { quantileOfSorted } from "../quantile.ts";
import { coinTails } from "../coin.ts";
import { meanInterval } from "./mean-interval.ts";

/** The mean ratio b/a of pairs with its t interval, both computed on logarithms. */
export function geometricMeanRatio(
  a: readonly number[],
  b: readonly number[],
  { confidence = 0.95 }: ConfidenceOption = {},
): OpenInterval & { readonly n: number } {
  requireSameLength(a, b, "geometricMeanRatio: a and b");
  requireOpenProbability(confidence, "geometricMeanRatio: confidence");
  const before = logarithms(a, "geometricMeanRatio: a");
  const after = logarithms(b, "geometricMeanRatio: b");
  const ratios = after.map((value, index) => value - (before[index] as number));
  const { n, estimate, lower, upper } = meanInterval(ratios, { confidence });
  return { estimate: exponential(estimate), lower: exponential(lower), upper: exponential(upper), n };
}

/** The median with bounds at two order statistics; no bounds if even the outermost do not reach the confidence. */
export function medianInterval(
  values: readonly number[],
  confidence = 0.95,
): OpenInterval & { readonly coverage: number | null } {
  requireAllFinite(values, "medianInterval: values");
  requireOpenProbability(confidence, "medianInterval: confidence");
  if (values.length === 0) return { estimate: null, lower: null, upper: null, coverage: null };
  const sorted = Float64Array.from(values).sort();
  const estimate = quantileOfSorted(sorted, 0.5);
  const tails = coinTails(sorted.length);
  const rank = tails.findLastIndex((tail) => 2 * tail <= 1 - confidence);
  if (rank < 0) return { estimate, lower: null, upper: null, coverage: null };
  return {
    estimate,
    lower: sorted[rank] as number,
    upper: sorted[sorted.length - 1 - rank] as number,
    coverage: 1 - 2 * (tails[rank] as number),
  };
}

/** The median and scale of a history, and the log ratio of a new value to that median. */
export interface Drift {
  readonly median: number | null;
  readonly scale: number | null;
  readonly logRatio: number | null;
  readonly drifted: boolean;
}

/** Makes a median absolute deviation comparable to the standard deviation of normal values. */
const normalScale = 1.4826;
/** Five percent: such measurements differ by this much without a cause. */
const minScale = 0.05;
/** Fewer values are not enough to detect a drift. */
const minHistory = 5;

/** Whether a value is further from its history than three times the history's own scale. */
export function driftCheck(history: readonly number[], value: number): Drift {
  const logs = Float64Array.from(logarithms(history, "driftCheck: history")).sort();
  requirePositive(value, "driftCheck: value");
  if (logs.length === 0) return { median: null, scale: null, logRatio: null, drifted: false };
  const middle = quantileOfSorted(logs, 0.5);
  const scale = normalScale * quantileOfSorted(logs.map((log) => Math.abs(log - middle)).sort(), 0.5);
  const logRatio = Math.log(value) - middle;
  const drifted = logs.length >= minHistory && Math.abs(logRatio) > 3 * Math.max(scale, minScale);
  return { median: Math.exp(middle), scale, logRatio, drifted };
}

function logarithms(values: readonly number[], place: string): number[] {
  return values.map((value, index) => {
    requirePositive(value, `${place}[${index}]`);
    return Math.log(value);
  });
}

function exponential(value: number | null): number | null {
  return value === null ? null : Math.exp(value);
}
