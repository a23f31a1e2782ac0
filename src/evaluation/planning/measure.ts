/** A metric as one evaluation uses it: under a name of its own, with its threshold and the mark of all its options. */
import type { Metric } from "../../core/metric.ts";
import { BaseMetric } from "../../metrics/base-metric.ts";
import { bodyOf } from "../../metrics/metric-body.ts";
import type { AggregateSubject } from "../summary/aggregate.ts";

export interface Measure {
  readonly metric: Metric;
  /** Unlike that of any other metric of the evaluation. */
  readonly name: string;
  /** Given to the evaluation, else the metric's own. */
  readonly threshold: number | null;
  readonly fingerprint: string;
  /** Whether it asks a model: then a row costs something, and is written at once. */
  readonly judged: boolean;
  /** Whether it asks a model of its own, past the judge of the evaluation. */
  readonly asksItsOwn: boolean;
  readonly modelName: string | null;
  readonly llmProvider: string | null;
}

/** What a threshold or a gate may call it: its own name, key, display name or class name. */
export function namesOf(metric: Metric, name: string): readonly string[] {
  return [name, metric.key, metric.config.name, metric.constructor.name];
}

/** What its summary says about it. */
export function subjectOf({ metric, name, threshold }: Measure): AggregateSubject {
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
  return metric.type.inverseScoringMetric || bodyOf(metric.type).lowerIsBetter?.(metric.options) === true;
}
