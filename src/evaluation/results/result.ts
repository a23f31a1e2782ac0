/** What an evaluation ends with: rows in the order of the dataset, summaries, the gate, and what is missing. */
import type { DatasetItem } from "../../core/dataset-item.ts";
import type { MetricScore } from "../../core/score/metric-result.ts";
import type { DatasetIssue } from "../../datasets/read-options.ts";
import type { GateVerdict } from "../summary/gate.ts";
import type { MetricSummary } from "../summary/metric-summary.ts";
import type { SliceSummary } from "../summary/summaries.ts";

/** One item with all its rows. */
export interface TestResult {
  readonly testCase: DatasetItem;
  readonly scoreResults: readonly MetricScore[];
  readonly metadata: Readonly<Record<string, unknown>>;
}

export interface EvaluationSummary {
  /** Items of which every pair was measured. */
  readonly items: number;
  readonly metrics: readonly MetricSummary[];
  readonly slices: readonly SliceSummary[];
  readonly warnings: readonly string[];
}

/** Why an evaluation ended before its dataset did. */
export interface Stopped {
  readonly by: "budget" | "abort";
  readonly why: string;
  /** Pairs of item and metric that were not measured; null where nobody counted the rest of the dataset. */
  readonly pending: number | null;
}

export interface EvaluationData {
  readonly runId: string;
  readonly evaluationName: string;
  readonly evaluationDescription?: string;
  readonly timestamp: string;
  readonly durationMs: number;
  /** Empty where rows were not kept: then `out` has them. */
  readonly results: readonly TestResult[];
  /** Whether `results` holds every item. */
  readonly collected: boolean;
  readonly out?: string;
  readonly summary: EvaluationSummary;
  readonly gate: GateVerdict | null;
  readonly issues: readonly DatasetIssue[];
  readonly stopped?: Stopped;
  readonly cost: { readonly usd: number | null; readonly tokens: number; readonly calls: number };
  readonly metadata: Readonly<Record<string, unknown>>;
}

/** The data with what is most often asked of it. */
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
  /** Means of the components of a tree, by name. */
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
