/** What is measured and written as a whole for each item: one metric, or a tree of them. */
import type { TreeComponent } from "../../metrics/tree/score-tree.ts";
import type { Measure } from "./measure.ts";

export interface MetricUnit {
  readonly kind: "metric";
  readonly fingerprint: string;
  readonly measures: readonly [Measure];
}

export interface TreeUnit {
  readonly kind: "tree";
  readonly fingerprint: string;
  readonly tree: TreeComponent;
  /** One per leaf, under the leaf's name. */
  readonly measures: readonly Measure[];
  /** Thresholds of components, where the evaluation names them. */
  readonly thresholds: Readonly<Record<string, number | null>>;
}

export type Unit = MetricUnit | TreeUnit;

/** Whether it costs something: then it is on disk as soon as it is known. */
export function isJudged({ measures }: Unit): boolean {
  return measures.some(({ judged }) => judged);
}
