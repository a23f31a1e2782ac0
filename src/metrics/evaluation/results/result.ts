/** The result of an evaluation: rows in dataset order, summaries, the gate's verdict, and what was not measured. */
import type { DatasetItem } from "../../../core/dataset-item.ts";
import type { MetricScore } from "../../../core/score/metric-result.ts";
import type { DatasetIssue } from "../../datasets/read-options.ts";
import type { GateVerdict } from "../summary/check-gates.ts";
import type { MetricSummary } from "../summary/metric-summary.ts";
import type { SliceSummary } from "../summary/summaries.ts";

/** One item with all its rows. */
export interface TestResult {
  readonly testCase: DatasetItem;
  readonly scoreResults: readonly MetricScore[];
  readonly metadata: Readonly<Record<string, unknown>>;
}

export interface EvaluationSummary {
  /** Items for which every metric was measured. */
  readonly items: number;
  readonly metrics: readonly MetricSummary[];
  readonly slices: readonly SliceSummary[];
  readonly warnings: readonly string[];
}

/** Why an evaluation stopped before the end of its dataset. */
export interface Stopped {
  readonly by: "budget" | "abort";
  readonly why: string;
  /** Item-metric pairs that were not measured; null if the rest of the dataset was not counted. */
  readonly pending: number | null;
}

export interface EvaluationData {
  readonly runId: string;
  readonly evaluationName: string;
  readonly evaluationDescription?: string;
  readonly timestamp: string;
  readonly durationMs: number;
  /** Empty if rows were not collected; then they are in `out`. */
  readonly results: readonly TestResult[];
  /** Whether `results` contains every item. */
  readonly collected: boolean;
  readonly out?: string;
  readonly summary: EvaluationSummary;
  readonly gate: GateVerdict | null;
  readonly issues: readonly DatasetIssue[];
  readonly stopped?: Stopped;
  readonly cost: { readonly usd: number | null; readonly tokens: number; readonly calls: number };
  readonly metadata: Readonly<Record<string, unknown>>;
}

/** The data with the most useful derived values. */
export class EvaluationResult implements EvaluationData {
  declare readonly runId: string;
  declare readonly evaluationName: string;
  declare readonly evaluationDescription?: string;
  declare readonly timestamp: string;
  declare readonly durationMs: number;
  declare readonly results: readonly TestResult[];
  declare readonly collected: boolean;
  declare readonly out?: string;
  declare readonly summary: EvaluationSummary;
  declare readonly gate: GateVerdict | null;
  declare readonly issues: readonly DatasetIssue[];
  declare readonly stopped?: Stopped;
  declare readonly cost: EvaluationData["cost"];
  declare readonly metadata: Readonly<Record<string, unknown>>;
  /** Means of a tree's components, by name. */
  readonly categoryScores: Readonly<Record<string, number | null>>;
  /** Means of the metrics, by name. */
  readonly metricScores: Readonly<Record<string, number | null>>;

  constructor(data: EvaluationData, components: ReadonlySet<string>) {
    Object.assign(this, data);
    const means = data.summary.metrics.map(({ name, mean }) => [name, mean] as const);
    this.categoryScores = Object.fromEntries(means.filter(([name]) => components.has(name) && name !== "model"));
    this.metricScores = Object.fromEntries(means.filter(([name]) => !components.has(name)));
  }

  /** The mean of the tree's root; null without a tree. */
  get overallScore(): number | null {
    return this.summary.metrics.find(({ name, key }) => name === "model" && key === "model")?.mean ?? null;
  }
}
