/** Results as CSV: one line per item and score, the item's fields first. */
import { type DatasetItem, itemFields } from "../../../core/dataset-item.ts";
import { snakeCase } from "../../../core/keys/key-case.ts";
import type { MetricScore } from "../../../core/score/metric-result.ts";
import { formatCsvLine } from "../../datasets/csv-cell.ts";
import { toWrittenItem } from "../../datasets/written-item.ts";
import type { ExportRows } from "./export-rows.ts";

const scoreColumns: readonly (readonly [string, (row: MetricScore) => unknown])[] = [
  ["metric_name", ({ name }) => name],
  ["metric_key", ({ key }) => key],
  // A missing score is written as NaN, so that an empty cell is not mistaken for zero.
  ["metric_score", ({ score }) => score ?? Number.NaN],
  ["metric_type", ({ type }) => type],
  ["status", ({ status }) => status],
  ["passed", ({ passed }) => passed],
  ["threshold", ({ threshold }) => threshold],
  ["why", ({ why }) => why],
  ["explanation", ({ explanation }) => explanation],
  ["metric_category", ({ metricCategory }) => metricCategory],
  ["parent", ({ parent }) => parent],
  ["weight", ({ weight }) => weight],
  ["cost_estimate", ({ costEstimate }) => costEstimate],
  ["duration_ms", ({ durationMs }) => durationMs],
  ["model_name", ({ modelName }) => modelName],
  ["llm_provider", ({ llmProvider }) => llmProvider],
  ["timestamp", ({ timestamp }) => timestamp],
  ["fingerprint", ({ fingerprint }) => fingerprint],
  ["metric_metadata", ({ metadata }) => metadata],
  ["signals", ({ signals }) => signals],
];

/** Generates the file piece by piece. Rows read from a results file contain no item fields except the id. */
export async function* generateCsv(rows: ExportRows): AsyncGenerator<string> {
  const fields = await listUsedFields(rows);
  yield formatCsvLine([...fields, ...scoreColumns.map(([name]) => name)]);
  for await (const { row, item } of rows()) {
    const written = item === null ? { id: row.itemId } : toWrittenItem(item);
    yield formatCsvLine([...fields.map((field) => written[field]), ...scoreColumns.map(([, read]) => read(row))]);
  }
}

async function listUsedFields(rows: ExportRows): Promise<string[]> {
  const used = new Set(["id"]);
  let last: DatasetItem | null = null;
  for await (const { item } of rows()) {
    if (item === null) break;
    if (item !== last) for (const field of Object.keys(toWrittenItem(item))) used.add(field);
    last = item;
  }
  return itemFields.map(snakeCase).filter((field) => used.has(field));
}
