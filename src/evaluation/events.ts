/** What an evaluation tells while it goes on: counts, rate, spending and time left can be drawn from it. */
import type { MetricScore } from "../core/score/metric-result.ts";
import type { DatasetIssue } from "../datasets/read-options.ts";
import type { Spending } from "./budget.ts";

export type EvaluationEvent =
  | {
      readonly type: "evaluation-start";
      readonly runId: string;
      readonly metrics: readonly string[];
      /** Null where the source does not say. */
      readonly items: number | null;
      /** Items that a results file already holds in full. */
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
