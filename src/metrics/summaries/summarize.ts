/** Summarizes the scores of one metric over items. */
import { quantile } from "../../statistics/index.ts";
import { computeDeviation, type MaybeScore, computeScoreMean, selectScores } from "./spread.ts";

export interface SummaryOptions {
  /** The lowest score that passes; null means that nothing passes or fails. Default 0.5. */
  readonly threshold?: number | null;
}

export interface ScoreSummary {
  readonly avg: number | null;
  readonly median: number | null;
  /** Sample deviation. */
  readonly stdDev: number | null;
  readonly min: number | null;
  readonly max: number | null;
  /** Among the scores that are not missing. */
  readonly passRate: number | null;
  /** 1 minus the deviation. */
  readonly reliability: number | null;
  readonly validCount: number;
  readonly totalCount: number;
  readonly successRate: number | null;
  readonly passed: number;
}

/** Returns mean, spread and pass rate of the scores that are not missing; values that need scores are null without them. */
export function summarize(scores: readonly MaybeScore[], { threshold = 0.5 }: SummaryOptions = {}): ScoreSummary {
  const values = selectScores(scores);
  const none = values.length === 0;
  const stdDev = none ? null : computeDeviation(values, "sample");
  const passed = threshold === null ? 0 : values.filter((value) => value >= threshold).length;
  return {
    avg: none ? null : computeScoreMean(values),
    median: quantile(values, 0.5),
    stdDev,
    min: none ? null : findLeast(values),
    max: none ? null : findGreatest(values),
    passRate: none || threshold === null ? null : passed / values.length,
    reliability: stdDev === null ? null : 1 - stdDev,
    validCount: values.length,
    totalCount: scores.length,
    successRate: scores.length === 0 ? null : values.length / scores.length,
    passed,
  };
}

/** Returns the smallest value. Math.min fails for a long list, because it takes each value as an argument. */
function findLeast(values: readonly number[]): number {
  return values.reduce((one, other) => Math.min(one, other));
}

/** Returns the largest value. */
function findGreatest(values: readonly number[]): number {
  return values.reduce((one, other) => Math.max(one, other));
}
