/** Measures a run with the metrics of its scenario, for `results[].metrics` of a report. */
import type { DatasetItem } from "../core/dataset-item.ts";
import type { Metric } from "../core/metric.ts";
import type { MetricEvaluationResult } from "../core/score/metric-result.ts";
import { round9 } from "../core/json.ts";
import type { Model } from "../core/model.ts";
import type { RunDetail } from "../core/report/run-detail.ts";
import type { RunMetric } from "../core/run/run-metric.ts";
import { flattenSignals } from "../core/score/signal.ts";
import { combineCosts, combineUsage } from "../core/model/spending.ts";
import { itemFromRun, type MetricExpectations } from "./item-from-run.ts";
import { AnalysisCache } from "./analysis-cache.ts";
import { readResult } from "./execution/read-measure.ts";
import { latencyScore } from "./arithmetic/latency-score.ts";

/** What to measure a run with. */
export interface MeasureOptions {
  readonly metrics: readonly Metric[];
  /** Where the metrics find the values that they expect. */
  readonly scenario: MetricExpectations;
  readonly judge?: Model | undefined;
  readonly abort: AbortSignal;
}

/** Returns the detail with each metric's result. A metric that fails gives the reason; nothing here fails a run. */
export async function measureRun(detail: RunDetail, options: MeasureOptions): Promise<RunDetail> {
  if (options.metrics.length === 0) return detail;
  const item = itemFromRun(detail, options.scenario);
  const cache = new AnalysisCache();
  const measurements = await Promise.all(
    options.metrics.map((metric) => measureMetric(metric, item, { ...options, cache })),
  );
  return { ...detail, ...addMetricCost(detail, measurements), metrics: measurements.map(({ metric }) => metric) };
}

/** A metric's result for the run, and its cost. */
interface Measurement {
  readonly metric: RunMetric;
  readonly costEstimate?: MetricEvaluationResult["costEstimate"];
  readonly tokenUsage?: MetricEvaluationResult["tokenUsage"];
}

/** Metrics that ask a model add to the judging cost; the others change nothing. */
function addMetricCost({ judgeCostUsd, judgeTokenUsage }: RunDetail, measurements: readonly Measurement[]) {
  const spending = measurements.filter((one) => one.costEstimate !== 0 && one.costEstimate !== undefined);
  const cost = spending.map(({ costEstimate }) => costEstimate).reduce(combineCosts, judgeCostUsd);
  const usage = measurements.map(({ tokenUsage }) => tokenUsage).reduce(combineUsage, judgeTokenUsage);
  return {
    ...(cost === undefined ? {} : { judgeCostUsd: cost === null ? null : round9(cost) }),
    ...(usage === undefined ? {} : { judgeTokenUsage: usage }),
  };
}

async function measureMetric(
  metric: Metric,
  item: DatasetItem,
  { judge, abort, cache }: MeasureOptions & { readonly cache: AnalysisCache },
): Promise<Measurement> {
  try {
    const result = readResult(metric, await metric.execute(item, { abort, cache, judge }));
    const { costEstimate, tokenUsage } = result;
    return { metric: toRunMetric(metric, result), costEstimate, tokenUsage };
  } catch (error) {
    // An abort, or an error that only this item triggers: the run and its AXIS Result stay valid.
    const reason = error instanceof Error ? error.message : String(error);
    const { key, name } = metric;
    const nothing = { score: null, threshold: null, passed: null, signals: {} };
    return { metric: { key, name, status: "failed", reason, explanation: reason, ...nothing } };
  }
}

/** Converts shares to points; this is the only place that does. */
function toRunMetric(metric: Metric, result: MetricEvaluationResult): RunMetric {
  const { key, name } = metric;
  const { passed } = metric.verdict(result);
  const points = toPoints(metric, result);
  return {
    key,
    name,
    status: result.status,
    ...(result.status === "scored" ? {} : { reason: result.why ?? result.explanation }),
    ...points,
    passed,
    explanation: result.explanation,
    signals: flattenSignals(metric.getSignals(result.signals), result.signals).signals,
  };
}

type MetricPoints = Pick<RunMetric, "score" | "threshold" | "reading">;

function toPoints(metric: Metric, result: MetricEvaluationResult): MetricPoints {
  const [least, most] = metric.scoreRange ?? [0, 1];
  const { threshold } = metric.verdict(result);
  const share = (value: number | null) => (value === null ? null : ((value - least) / (most - least)) * 100);
  if (least === 0 && most === 1) return { score: share(result.score), threshold: share(threshold) };
  if (Number.isFinite(most)) {
    const reading = result.score === null ? {} : { reading: { amount: result.score, unit: "" } };
    return { score: share(result.score), threshold: share(threshold), ...reading };
  }
  return secondsToPoints(result.score, threshold);
}

/** Latency is the only metric without an upper bound: the reading is in seconds, and points fall with the threshold. */
function secondsToPoints(seconds: number | null, threshold: number | null): MetricPoints {
  const fallOff = (value: number) => 100 * latencyScore(value, { normalize: true, threshold: threshold ?? 5 });
  return {
    score: seconds === null ? null : fallOff(seconds),
    threshold: threshold === null ? null : fallOff(threshold),
    ...(seconds === null ? {} : { reading: { amount: seconds, unit: "s" } }),
  };
}
