/** Formats the numbers of an evaluation. */
import type { MetricScore } from "../../../core/score/metric-result.ts";
import { formatCount } from "../../../core/format-count.ts";
import type { EvaluationChange } from "../summary/compare.ts";
import type { MetricSummary } from "../summary/metric-summary.ts";
import { noNumber } from "../../../report/text/format.ts";

/** Rounds to four decimals, the meaningful precision of a share; whole numbers get no decimals. */
export function formatMetricShare(share: number | null): string {
  return share === null ? noNumber : String(Math.round(share * 1e4) / 1e4);
}

/** The same for the score of one row, where seconds have a unit. */
export function formatRowScore({ key, score, signals }: Pick<MetricScore, "key" | "score" | "signals">): string {
  const readings = Object.values(signals).flat();
  const isSeconds =
    key === "latency" && readings.some(({ name, value }) => name === "latency_seconds" && value === score);
  return isSeconds && score !== null ? `${score.toFixed(3)} s` : formatMetricShare(score);
}

/** Uses as many decimals as the interval, so that numbers in a column are easy to compare. */
export function formatMean(metric: NumberedMetric, value: number | null = metric.mean): string {
  return value === null ? noNumber : formatReading(value, metric);
}

/** Formats both ends of an interval. */
export function formatBounds({ ci95, ...metric }: NumberedMetric): string {
  return ci95 === null ? noNumber : `${formatReading(ci95.lower, metric)} to ${formatReading(ci95.upper, metric)}`;
}

type NumberedMetric = Pick<MetricSummary, "key" | "mean" | "ci95" | "lowerIsBetter">;

/** A latency that is not normalised to a share is in seconds. */
function formatReading(value: number, { key, lowerIsBetter }: Pick<MetricSummary, "key" | "lowerIsBetter">): string {
  return `${value.toFixed(3)}${key === "latency" && lowerIsBetter ? " s" : ""}`;
}

/** How many items pass or fail now that did not before, and whether chance explains it. */
export function describeFlips({ newlyPassing, newlyFailing, p }: EvaluationChange): string {
  if (p === null) return "No item passes or fails that did not before.";
  const chance = p < 0.05 ? `p ${formatP(p)}` : `may be chance, p ${formatP(p)}`;
  return `${formatCount(newlyPassing.length, "item")} newly passed, ${newlyFailing.length} newly failed (${chance})`;
}

function formatP(p: number): string {
  return p < 0.001 ? "< 0.001" : `= ${p.toPrecision(2)}`;
}

/** `+0.041`, `−0.034`, `0`. */
export function formatSigned(value: number | null): string {
  if (value === null) return "–";
  const text = Math.abs(value).toFixed(3);
  return Number(text) === 0 ? "0" : `${value > 0 ? "+" : "−"}${text}`;
}
