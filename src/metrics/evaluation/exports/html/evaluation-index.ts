/** The data in the HTML page of an evaluation: an index that is loaded at once, and the items with their rows in blocks. */
import type { StatusCounts } from "../../../../core/report/run-status.ts";
import type { MetricScore } from "../../../../core/score/metric-result.ts";
import type { EvaluationData, EvaluationSummary, Stopped } from "../../results/result.ts";
import type { GateVerdict } from "../../summary/check-gates.ts";
import type { EvaluationChange } from "../../summary/compare.ts";
import type { SliceKey } from "../../summary/summaries.ts";
import type { EvaluationVerdict } from "../../summary/verdict.ts";
import type { FailureReason } from "./page-facts.ts";

/** The evaluation without its rows. */
export interface PageEvaluation {
  readonly name: string;
  readonly description?: string | undefined;
  readonly runId: string;
  readonly timestamp: string;
  readonly durationMs: number;
  readonly cost: EvaluationData["cost"];
  /** The verdict behind the exit code, with its reasons. */
  readonly verdict: EvaluationVerdict;
  /** Whether the evaluation has a gate. */
  readonly hasGate: boolean;
  readonly summary: EvaluationSummary;
  /** What metrics must reach, and the names of those that do not. Absent without gates and in older files. */
  readonly gate?: Pick<GateVerdict, "limits" | "missed"> | undefined;
  /** How many items passed, failed, or could not be measured; absent in older files, as are the next two. */
  readonly items?: StatusCounts | undefined;
  /** By metric: the most frequent reason of rows that did not pass. */
  readonly failsMost?: Readonly<Record<string, FailureReason>> | undefined;
  /** What changed since an earlier evaluation; absent if there was none to compare with. */
  readonly change?: EvaluationChange | undefined;
  /** The mean of a score tree's root; null without a tree. */
  readonly overallScore: number | null;
  readonly stopped?: Stopped | undefined;
  /** Dataset records that were skipped: their number, and a description of the first ones. */
  readonly issues: { readonly count: number; readonly first: readonly string[] };
}

/** How many of the rows the page contains. */
export interface PageRows {
  readonly total: number;
  readonly embedded: number;
  /** Rows that could not be measured or are below their threshold. */
  readonly failing: number;
  readonly failingEmbedded: number;
  readonly blocks: readonly string[];
}

export interface EvaluationIndex {
  /** The AXIS version that wrote the page. */
  readonly axisVersion: string;
  readonly evaluation: PageEvaluation;
  readonly rows: PageRows;
}

/** A row as shown on the page; long texts are cut, with a note. */
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

/** An item with the rows that the page contains. */
export interface PageItem {
  /** Index in the dataset, from 0. */
  readonly index: number;
  readonly id: string;
  /** The measured fields as text; null if the results do not contain the item. */
  readonly fields: Readonly<Record<string, string>> | null;
  readonly rows: readonly PageRow[];
  readonly slices?: readonly SliceKey[] | undefined;
  /** Scores in the earlier evaluation, by metric. */
  readonly before?: Readonly<Record<string, number | null>> | undefined;
}
