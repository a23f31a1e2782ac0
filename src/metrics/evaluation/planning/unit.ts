/** The unit of measuring and writing for each item: one metric, or a tree of metrics. */
import type { TreeComponent } from "../../tree/score-tree.ts";
import type { PlannedMetric } from "./planned-metric.ts";

interface MetricUnit {
  readonly kind: "metric";
  readonly fingerprint: string;
  readonly measures: readonly [PlannedMetric];
}

export interface TreeUnit {
  readonly kind: "tree";
  readonly fingerprint: string;
  readonly tree: TreeComponent;
  /** One per leaf, named after the leaf. */
  readonly measures: readonly PlannedMetric[];
  /** Thresholds of components that the evaluation's options name. */
  readonly thresholds: Readonly<Record<string, number | null>>;
}

export type Unit = MetricUnit | TreeUnit;

/** Whether measuring costs money. If so, rows are written to disk immediately. */
export function isJudged({ measures }: Unit): boolean {
  return measures.some(({ judged }) => judged);
}
