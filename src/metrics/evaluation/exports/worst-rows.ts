/** Finds the rows to review first: those furthest from their threshold, and those that could not be measured. */
import type { MetricScore } from "../../../core/score/metric-result.ts";
import type { ExportRows } from "./export-rows.ts";

export interface WorstRows {
  readonly below: readonly MetricScore[];
  readonly failed: readonly MetricScore[];
}

const maxWorstRows = { below: 10, failed: 5 } as const;

/** Reads all rows but keeps only the worst in memory. */
export async function findWorstRows(rows: ExportRows): Promise<WorstRows> {
  let below: MetricScore[] = [];
  const failed: MetricScore[] = [];
  for await (const { row } of rows()) {
    if (row.status === "failed" && failed.length < maxWorstRows.failed) failed.push(row);
    if (row.passed !== false) continue;
    below.push(row);
    if (below.length > 200) below = keepWorst(below);
  }
  return { below: keepWorst(below), failed };
}

function keepWorst(rows: readonly MetricScore[]): MetricScore[] {
  return rows.toSorted((one, other) => computeDistance(other) - computeDistance(one)).slice(0, maxWorstRows.below);
}

/** Distance from the threshold relative to the larger of the two values, so that metrics in seconds and in shares can be ranked together. */
function computeDistance({ score, threshold }: MetricScore): number {
  const [one, other] = [threshold ?? 0, score ?? 0];
  return one === other ? 0 : Math.abs(one - other) / Math.max(Math.abs(one), Math.abs(other));
}
