/** Events of a running evaluation; counts, rate, spending and remaining time can be derived from them. */
import type { MetricScore } from "../../core/score/metric-result.ts";
import type { DatasetIssue } from "../datasets/read-options.ts";
import type { Spending } from "./budget.ts";

export type EvaluationEvent =
  | {
      readonly type: "evaluation-start";
      readonly runId: string;
      readonly metrics: readonly string[];
      /** Null if the source does not know its size. */
      readonly items: number | null;
      /** Items for which the results file already has all rows. */
      readonly finished: number;
    }
  | { readonly type: "item-start"; readonly index: number; readonly itemId: string }
  | { readonly type: "item-invalid"; readonly issue: DatasetIssue }
  | { readonly type: "score-end"; readonly index: number; readonly row: MetricScore }
  | { readonly type: "item-end"; readonly index: number; readonly itemId: string; readonly spent: Spending }
  | { readonly type: "budget-warning"; readonly share: number; readonly spent: Spending }
  | { readonly type: "checkpoint"; readonly items: number }
  | { readonly type: "evaluation-end"; readonly items: number; readonly durationMs: number };

export type OnEvaluationEvent = (event: EvaluationEvent) => void;
