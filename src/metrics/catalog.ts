/** The built-in metrics, in their order: one line each. */
import type { MetricType } from "../core/metric.ts";

export const builtInMetrics: readonly MetricType[] = [];
