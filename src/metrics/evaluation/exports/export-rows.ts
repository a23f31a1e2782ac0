/** The rows of an export, taken from a result in memory or from its results file. They can be read several times. */
import type { DatasetItem } from "../../../core/dataset-item.ts";
import { AxisError } from "../../../core/error.ts";
import type { MetricScore } from "../../../core/score/metric-result.ts";
import { readRows } from "../results/read-back.ts";
import type { EvaluationResult, TestResult } from "../results/result.ts";

export interface ExportRow {
  readonly row: MetricScore;
  /** Index of the item in the dataset, from 0. */
  readonly itemIndex: number;
  /** Null if the rows come from a results file, which does not contain items. */
  readonly item: DatasetItem | null;
}

/** Yields all rows from the beginning on every call. */
export type ExportRows = () => AsyncIterable<ExportRow>;

export function readRowsFromResults(results: readonly TestResult[]): ExportRows {
  return async function* () {
    for (const [itemIndex, { testCase: item, scoreResults }] of results.entries())
      for (const row of scoreResults) yield { row, itemIndex, item };
  };
}

function readRowsFromFile(path: string): ExportRows {
  return async function* () {
    for await (const { row } of readRows(path)) yield { row, itemIndex: row.itemIndex, item: null };
  };
}

/** The rows of a result, from memory or from its results file. */
export function findExportRows(result: EvaluationResult): ExportRows {
  if (result.collected) return readRowsFromResults(result.results);
  if (result.out !== undefined) return readRowsFromFile(result.out);
  throw new AxisError(
    "not-writable",
    "The rows were not kept, because there were too many and there is no results file",
    {
      hint: "Set a results file (out), or keep all rows (collect: true)",
    },
  );
}
