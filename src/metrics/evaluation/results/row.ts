/** Builds the rows of one item and one metric. */
import type { MetricEvaluationResult, MetricScore, SubMetricResult } from "../../../core/score/metric-result.ts";
import { flattenSignals } from "../../../core/score/signal.ts";
import { BaseMetric } from "../../base-metric.ts";
import type { PlannedMetric } from "../planning/planned-metric.ts";

/** A row with the position of its item: the content of a results file, needed for resuming. */
export type ResultRow = MetricScore & {
  readonly itemIndex: number;
  readonly itemDigest: string;
  /** Number of rows in the group this row was written with, if any; the group counts only if complete. */
  readonly rowCount?: number | undefined;
  /** The slices that the item belongs to. */
  readonly slices?: readonly { readonly field: string; readonly value: string }[] | undefined;
};

/** The item of a row, and when it was measured. */
export interface RowFrame {
  readonly itemId: string;
  readonly itemIndex: number;
  readonly itemDigest: string;
  readonly slices?: ResultRow["slices"];
  readonly timestamp: string;
  readonly durationMs: number;
}

/** Returns one row, plus one for each part of a metric with parts. */
export function toResultRows(measure: PlannedMetric, result: MetricEvaluationResult, frame: RowFrame): ResultRow[] {
  const parts = result.status === "scored" ? measure.metric.getSubMetrics(result) : [];
  const whole = toWholeRow(measure, result, frame);
  if (parts.length === 0) return [whole];
  const { includeParentScore, subMetricPrefix } = readPartRules(measure);
  const rows = parts.map((part) => toPartRow(part, whole, subMetricPrefix));
  return groupRows(includeParentScore ? [{ ...whole, type: "aggregate" }, ...rows] : rows);
}

/** Marks rows that count only as a complete group. */
export function groupRows(rows: readonly ResultRow[]): ResultRow[] {
  return rows.map((row) => ({ ...row, rowCount: rows.length }));
}

function readPartRules({ metric }: PlannedMetric): {
  readonly includeParentScore: boolean;
  readonly subMetricPrefix: boolean;
} {
  return metric instanceof BaseMetric ? metric.type : { includeParentScore: true, subMetricPrefix: true };
}

function toWholeRow(measure: PlannedMetric, result: MetricEvaluationResult, frame: RowFrame): ResultRow {
  const { metric, name } = measure;
  const { threshold, passed } = metric.verdict(result, measure.threshold);
  const { signals, notes } = flattenSignals(metric.getSignals(result.signals), result.signals);
  return {
    id: `${frame.itemId}/${name}`,
    itemId: frame.itemId,
    itemIndex: frame.itemIndex,
    itemDigest: frame.itemDigest,
    key: metric.key,
    name,
    status: result.status,
    score: result.score,
    why: result.why,
    threshold,
    passed,
    explanation: result.explanation,
    signals,
    metadata: notes.length === 0 ? result.metadata : { ...result.metadata, signalNotes: notes },
    version: metric.config.version,
    fingerprint: measure.fingerprint,
    timestamp: frame.timestamp,
    source: "axis",
    costEstimate: result.costEstimate,
    tokenUsage: result.tokenUsage,
    durationMs: frame.durationMs,
    modelName: measure.modelName,
    llmProvider: measure.llmProvider,
    metricCategory: metric.metricCategory,
    parent: null,
    type: "metric",
    weight: null,
    slices: frame.slices,
  };
}

/** A part uses its own threshold, otherwise the parent's. A part that only analyses has none, and cannot pass or fail. */
function toPartRow(part: SubMetricResult, whole: ResultRow, prefixed: boolean): ResultRow {
  const score = part.score ?? null;
  const metricCategory = part.metricCategory ?? (score === null ? whole.metricCategory : "score");
  const threshold = metricCategory === "analysis" ? null : (part.threshold ?? whole.threshold);
  const partName = prefixed ? `${whole.name}_${part.name}` : part.name;
  return {
    ...whole,
    id: `${whole.itemId}/${partName}`,
    name: partName,
    score,
    threshold,
    passed: score === null || threshold === null ? null : score >= threshold,
    explanation: part.explanation ?? whole.explanation,
    signals: {},
    metadata: { ...part.metadata, ...(part.group === undefined ? {} : { group: part.group }) },
    costEstimate: 0,
    metricCategory,
    parent: whole.name,
    type: prefixed ? "sub_metric" : "metric",
  };
}
