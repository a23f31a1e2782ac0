/** The rows an export is made of: those a result holds, or those of its results file, read as often as needed. */
import type { DatasetItem } from "../../core/dataset-item.ts";
import type { MetricScore } from "../../core/score/metric-result.ts";
import { rowsIn } from "../results/read-back.ts";
import type { TestResult } from "../results/result.ts";

export interface ExportRow {
  readonly row: MetricScore;
  /** Place of its item in the dataset, from 0. */
  readonly itemIndex: number;
  /** Null where rows come from a file, which does not hold items. */
  readonly item: DatasetItem | null;
}

/** Gives the rows from the beginning each time it is called. */
export type ExportRows = () => AsyncIterable<ExportRow>;

export function rowsOfResults(results: readonly TestResult[]): ExportRows {
  return async function* () {
    for (const [itemIndex, { testCase: item, scoreResults }] of results.entries())
      for (const row of scoreResults) yield { row, itemIndex, item };
  };
}

export function rowsOfFile(path: string): ExportRows {
  return async function* () {
    for await (const { row } of rowsIn(path)) yield { row, itemIndex: row.itemIndex, item: null };
  };
}
