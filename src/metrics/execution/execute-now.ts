/** Runs `execute` without a promise if nothing is asynchronous, because most metrics are pure arithmetic and there are many rows. */
import type { DatasetItem } from "../../core/dataset-item.ts";
import type { Metric, MetricContext } from "../../core/metric.ts";
import type { MetricEvaluationResult } from "../../core/score/metric-result.ts";
import { BaseMetric } from "../base-metric.ts";
import { runMetric } from "./run-metric.ts";

/** Returns the result of `metric.execute`. May throw synchronously instead of rejecting. */
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
