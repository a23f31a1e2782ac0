/** A metric as used in one evaluation: with a unique name, its threshold, and the fingerprint of all its options. */
import type { Metric } from "../../../core/metric.ts";
import { BaseMetric } from "../../base-metric.ts";
import { getMetricBody } from "../../metric-body.ts";
import type { AggregateSubject } from "../summary/aggregate.ts";

export interface PlannedMetric {
  readonly metric: Metric;
  /** Unique among the metrics of the evaluation. */
  readonly name: string;
  /** The threshold given to the evaluation, otherwise the metric's own. */
  readonly threshold: number | null;
  readonly fingerprint: string;
  /** Whether it asks a model. If so, a row costs money and is written immediately. */
  readonly judged: boolean;
  /** Whether it asks its own model instead of the evaluation's judge. */
  readonly asksItsOwn: boolean;
  readonly modelName: string | null;
  readonly llmProvider: string | null;
}

/** The names by which a threshold or a gate may refer to a metric: its name in the evaluation, key, display name or class name. */
export function listMetricNames(metric: Metric, name: string): readonly string[] {
  return [name, metric.key, metric.config.name, metric.constructor.name];
}

/** The facts that a summary states about a metric. */
export function toAggregateSubject({ metric, name, threshold }: PlannedMetric): AggregateSubject {
  return {
    key: metric.key,
    name,
    range: metric.scoreRange ?? [0, 1],
    threshold,
    lowerIsBetter: isLowerBetter(metric),
  };
}

function isLowerBetter(metric: Metric): boolean {
  if (!(metric instanceof BaseMetric)) return false;
  return metric.type.inverseScoringMetric || getMetricBody(metric.type).lowerIsBetter?.(metric.options) === true;
}
