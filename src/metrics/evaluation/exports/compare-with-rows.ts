/** Compares an evaluation with the results file of an earlier one. */
import { basename, extname } from "node:path";
import type { MetricScore } from "../../../core/score/metric-result.ts";
import { readRows } from "../results/read-back.ts";
import type { EvaluationResult } from "../results/result.ts";
import { type ComparedRow, describeEvaluationChange, groupByMetric } from "../summary/compare.ts";
import { findExportRows } from "./export-rows.ts";
import type { EarlierRows } from "./html/page.ts";

/** Null if the two share no item and metric. */
export async function compareWithRows(result: EvaluationResult, path: string): Promise<EarlierRows | null> {
  let timestamp: string | null = null;
  const before: ComparedRow[] = [];
  for await (const { row } of readRows(path)) {
    timestamp ??= row.timestamp;
    before.push(toComparedRow(row));
  }
  const after: ComparedRow[] = [];
  for await (const { row } of findExportRows(result)()) after.push(toComparedRow(row));
  const rows = groupByMetric(before);
  const change = describeEvaluationChange({
    name: basename(path, extname(path)),
    timestamp,
    before: rows,
    after: groupByMetric(after),
    metrics: result.summary.metrics,
  });
  return change === null ? null : { rows, change };
}

/** Without texts, so that a large evaluation fits in memory. */
function toComparedRow({ itemId, name, status, score, passed }: MetricScore): ComparedRow {
  return { itemId, name, status, score, passed };
}
