/** `execute` without a promise where nothing has to be waited for: most metrics are arithmetic, and there are many rows. */
import type { DatasetItem } from "../../core/dataset-item.ts";
import type { Metric, MetricContext } from "../../core/metric.ts";
import type { MetricEvaluationResult } from "../../core/score/metric-result.ts";
import { BaseMetric } from "../base-metric.ts";
import { runMetric } from "./run-metric.ts";

/** What `metric.execute` gives. What it would reject with may be thrown at once. */
export function executeNow(
  metric: Metric,
  item: DatasetItem,
  context: MetricContext,
): MetricEvaluationResult | Promise<MetricEvaluationResult> {
  if (!(metric instanceof BaseMetric) || hasOwnExecute(metric)) return metric.execute(item, context);
  return runMetric(metric, metric.keepInput(item), context);
}

function hasOwnExecute(metric: BaseMetric): boolean {
  const { execute: own } = metric as { readonly execute: unknown };
  const { execute: usual } = BaseMetric.prototype as { readonly execute: unknown };
  return own !== usual;
}
