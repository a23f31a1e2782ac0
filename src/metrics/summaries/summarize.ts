/** The summary of one metric over items. */
import { quantile } from "../../statistics/index.ts";
import { deviationOf, type MaybeScore, meanOf, scoresIn } from "./spread.ts";

export interface SummaryOptions {
  /** A score passes from here on; null: nothing passes or fails. Default 0.5. */
  readonly threshold?: number | null;
}

export interface ScoreSummary {
  readonly avg: number | null;
  readonly median: number | null;
  /** Sample deviation. */
  readonly stdDev: number | null;
  readonly min: number | null;
  readonly max: number | null;
  /** Over the scores there are. */
  readonly passRate: number | null;
  /** 1 less the deviation. */
  readonly reliability: number | null;
  readonly validCount: number;
  readonly totalCount: number;
  readonly successRate: number | null;
  readonly passed: number;
}

/** Middle, spread and passing of the scores there are; what has no value without them is null. */
export function summarize(scores: readonly MaybeScore[], { threshold = 0.5 }: SummaryOptions = {}): ScoreSummary {
  const values = scoresIn(scores);
  const none = values.length === 0;
  const stdDev = none ? null : deviationOf(values, "sample");
  const passed = threshold === null ? 0 : values.filter((value) => value >= threshold).length;
  return {
    avg: none ? null : meanOf(values),
    median: quantile(values, 0.5),
    stdDev,
    min: none ? null : least(values),
    max: none ? null : greatest(values),
    passRate: none || threshold === null ? null : passed / values.length,
    reliability: stdDev === null ? null : 1 - stdDev,
    validCount: values.length,
    totalCount: scores.length,
    successRate: scores.length === 0 ? null : values.length / scores.length,
    passed,
  };
}

/** The least of any number of values: spreading a long list over the arguments of a call would fail. */
export function least(values: readonly number[]): number {
  return values.reduce((one, other) => Math.min(one, other));
}

/** The greatest of any number of values. */
export function greatest(values: readonly number[]): number {
  return values.reduce((one, other) => Math.max(one, other));
}
