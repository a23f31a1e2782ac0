/** The sentences at the top of an evaluation: the answer, and where to look first. */
import type { PageEvaluation } from "../../../src/metrics/evaluation/exports/html/evaluation-index.ts";
import { formatMean } from "../../../src/metrics/evaluation/exports/numbers.ts";
import type { MetricSummary } from "../../../src/metrics/evaluation/summary/metric-summary.ts";
import type { SliceSummary } from "../../../src/metrics/evaluation/summary/summaries.ts";
import { formatCount } from "../../../src/core/format-count.ts";
import { safeLine } from "../text/safe.ts";

/** The answer in one sentence. */
export function describeEvaluation({ verdict, summary, gate }: PageEvaluation): string {
  const { items, metrics } = summary;
  if (verdict.word === "MEASURED")
    return `${formatCount(items, "item")} measured with ${formatCount(metrics.length, "metric")}.`;
  const limited = new Set(gate?.limits.map(({ target }) => target)).size;
  const missed = gate?.missed.length ?? 0;
  if (verdict.word === "PASS")
    return limited === 1 ? "The metric reaches what it must have." : "Every metric reaches what it must have.";
  if (verdict.word !== "FAIL") return "The evaluation is not complete.";
  if (missed === 0) return "Not everything could be measured.";
  if (limited === 1) return "The metric misses what it must have.";
  return `${missed} of ${limited} metrics ${missed === 1 ? "misses" : "miss"} what they must have.`;
}

/** How far a slice is from the mean of all items in one metric. */
export interface SliceDistance {
  readonly slice: SliceSummary;
  readonly metric: MetricSummary;
  /** Negative: worse than the mean of all, whichever direction is better. */
  readonly distance: number;
  /** Whether the slice's interval excludes the mean of all. */
  readonly isProven: boolean;
}

/** Null if the slice or the whole has no mean in this metric. */
export function measureDistance(slice: SliceSummary, whole: MetricSummary): SliceDistance | null {
  const metric = slice.metrics.find(({ name }) => name === whole.name);
  if (metric === undefined || metric.mean === null || whole.mean === null) return null;
  const isProven = metric.ci95 !== null && (metric.ci95.upper < whole.mean || metric.ci95.lower > whole.mean);
  const difference = metric.mean - whole.mean;
  return { slice, metric, distance: whole.lowerIsBetter ? -difference : difference, isProven };
}

/** The slice that costs the most in a metric from 0 to 1, and what the mean would be without it; null if none is proven to be behind. */
export function describeWorstSlice({ summary, gate }: PageEvaluation): string | null {
  const missed = new Set(gate?.missed);
  const first = summary.metrics.filter(({ name }) => missed.has(name));
  const found = (first.length > 0 ? first : summary.metrics)
    .filter(({ distribution }) => distribution !== null)
    .flatMap((whole) => summary.slices.flatMap((slice) => measureDistance(slice, whole) ?? []))
    .filter(({ distance, isProven }) => isProven && distance < 0)
    .toSorted((a, b) => a.distance * a.metric.scored - b.distance * b.metric.scored)[0];
  if (found === undefined) return null;
  const { slice, metric } = found;
  const whole = summary.metrics.find(({ name }) => name === metric.name);
  if (whole === undefined || whole.mean === null || metric.mean === null) return null;
  const rest = whole.scored - metric.scored;
  const name = `${nameField(slice.field)} ${safeLine(slice.value, 60)}`;
  const behind = `Items with ${name} are furthest behind: ${formatMean(metric)} in ${safeLine(metric.name, 60)}`;
  if (rest <= 0) return `${behind}.`;
  const without = (whole.mean * whole.scored - metric.mean * metric.scored) / rest;
  return `${behind}; without them the mean would be ${formatMean(whole, without)}.`;
}

/** `metadata.topic` is read as `topic`. */
export function nameField(field: string): string {
  return safeLine(field.replace(/^.*\./, ""), 60);
}
