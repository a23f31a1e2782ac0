/** The rows to look at first: those furthest below their threshold, and those that could not be measured. */
import type { MetricScore } from "../../core/score/metric-result.ts";
import type { ExportRows } from "./export-rows.ts";

export interface WorstRows {
  readonly below: readonly MetricScore[];
  readonly failed: readonly MetricScore[];
}

const most = { below: 10, failed: 5 } as const;

/** Keeps a few while reading all. */
export async function worstRows(rows: ExportRows): Promise<WorstRows> {
  let below: MetricScore[] = [];
  const failed: MetricScore[] = [];
  for await (const { row } of rows()) {
    if (row.status === "failed" && failed.length < most.failed) failed.push(row);
    if (row.passed !== false) continue;
    below.push(row);
    if (below.length > 200) below = leastFirst(below);
  }
  return { below: leastFirst(below), failed };
}

function leastFirst(rows: readonly MetricScore[]): MetricScore[] {
  return rows.toSorted((one, other) => distance(other) - distance(one)).slice(0, most.below);
}

/** How far from the threshold, on whichever side failing is, in terms of the larger of the two: seconds and shares mix. */
function distance({ score, threshold }: MetricScore): number {
  const [one, other] = [threshold ?? 0, score ?? 0];
  return one === other ? 0 : Math.abs(one - other) / Math.max(Math.abs(one), Math.abs(other));
}
