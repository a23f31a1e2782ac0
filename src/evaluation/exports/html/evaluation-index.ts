/** What the page of an evaluation carries: an index that is read at once, and the items with their rows in blocks. */
import type { MetricScore } from "../../../core/score/metric-result.ts";
import type { EvaluationData, EvaluationSummary, Stopped } from "../../results/result.ts";
import type { EvaluationVerdict } from "../../summary/verdict.ts";

/** The evaluation without its rows. */
export interface PageEvaluation {
  readonly name: string;
  readonly description?: string | undefined;
  readonly runId: string;
  readonly timestamp: string;
  readonly durationMs: number;
  readonly cost: EvaluationData["cost"];
  /** What the exit code says, with its reasons. */
  readonly verdict: EvaluationVerdict;
  /** Whether a gate was asked. */
  readonly hasGate: boolean;
  readonly summary: EvaluationSummary;
  /** The mean of a score tree's root; null without a tree. */
  readonly overallScore: number | null;
  readonly stopped?: Stopped | undefined;
  /** Lines of the dataset that were left out: the first, and how many there are. */
  readonly issues: { readonly count: number; readonly first: readonly string[] };
}

/** How much of the results the page holds. */
export interface PageRows {
  readonly total: number;
  readonly embedded: number;
  /** Rows that could not be measured or are below their threshold. */
  readonly failing: number;
  readonly failingEmbedded: number;
  readonly blocks: readonly string[];
}

export interface EvaluationIndex {
  /** Of AXIS, which wrote the page. */
  readonly axisVersion: string;
  readonly evaluation: PageEvaluation;
  readonly rows: PageRows;
}

/** A row as the page has it; long texts are cut, and say so. */
export type PageRow = Pick<
  MetricScore,
  | "key"
  | "name"
  | "status"
  | "score"
  | "why"
  | "threshold"
  | "passed"
  | "explanation"
  | "signals"
  | "costEstimate"
  | "durationMs"
  | "modelName"
  | "type"
  | "weight"
> & { readonly metadata: string | null };

/** An item with those of its rows that the page holds. */
export interface PageItem {
  /** Place in the dataset, from 0. */
  readonly index: number;
  readonly id: string;
  /** What was measured, field by field; null where the results do not hold it. */
  readonly fields: Readonly<Record<string, string>> | null;
  readonly rows: readonly PageRow[];
}
