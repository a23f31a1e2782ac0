/** Decides whether a score passes: at or above its threshold, or strictly below it if lower is better. No tolerance. */
import type { MetricVerdict } from "../core/metric.ts";
import type { MetricEvaluationResult } from "../core/score/metric-result.ts";
import { getMetricBody, type Subject } from "./metric-body.ts";

export function decidePass(subject: Subject, result: MetricEvaluationResult, threshold: number | null): MetricVerdict {
  const body = getMetricBody(subject.type);
  if (threshold === null || subject.metricCategory === "analysis") return { threshold: null, passed: null };
  if (body.verdict !== undefined) return body.verdict(result, threshold, subject.options);
  if (result.score === null) return { threshold, passed: null };
  const inverse = body.lowerIsBetter?.(subject.options) ?? subject.type.inverseScoringMetric;
  return { threshold, passed: inverse ? result.score < threshold : result.score >= threshold };
}
