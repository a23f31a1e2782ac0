/** Writes results in the requested format. All formats except JSON are generated row by row; HTML keeps a few thousand rows. */
import { extname } from "node:path";
import { type DatasetItem, itemFields } from "../../../core/dataset-item.ts";
import { AxisError } from "../../../core/error.ts";
import { writeFileOrPipe } from "../../../core/files/write-file.ts";
import { formatCount } from "../../../core/format-count.ts";
import { snakeCase } from "../../../core/keys/key-case.ts";
import type { MetricScore } from "../../../core/score/metric-result.ts";
import { codeCell, codeSpan } from "../../../report/ci/markdown-code.ts";
import { formatCost, formatDuration } from "../../../report/text/format.ts";
import { formatCsvLine } from "../../datasets/csv-cell.ts";
import { toWrittenItem } from "../../datasets/written-item.ts";
import { toFileRow } from "../results/file-row.ts";
import type { EvaluationData, EvaluationResult } from "../results/result.ts";
import { toWriteError } from "../results/results-file.ts";
import type { MetricSummary } from "../summary/metric-summary.ts";
import { type EvaluationVerdict, verdictOf, type VerdictWord } from "../summary/verdict.ts";
import { type ExportRows, findExportRows } from "./export-rows.ts";
import { type EarlierRows, generatePage } from "./html/page.ts";
import { toResultDocument } from "./json.ts";
import { generateJunit } from "./junit.ts";
import { metricColumns } from "./metric-columns.ts";
import { formatRowScore } from "./numbers.ts";

/** Finds the rows to review first: those furthest from their threshold, and those that could not be measured. */
interface WorstRows {
  readonly below: readonly MetricScore[];
  readonly failed: readonly MetricScore[];
}

const maxWorstRows = { below: 10, failed: 5 } as const;

/** Reads all rows but keeps only the worst in memory. */
async function findWorstRows(rows: ExportRows): Promise<WorstRows> {
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

/** GitHub limits a comment to 65,536 characters. */
const maxMarkdownCharacters = 60_000;
const maxMarkdownMetrics = 60;
const maxMarkdownReasons = 10;
const verdictMarks: Readonly<Record<VerdictWord, string>> = {
  PASS: "✅",
  FAIL: "❌",
  MEASURED: "📏",
  INCOMPLETE: "❌",
};

/** The input of the document. */
interface MarkdownFacts {
  readonly result: EvaluationData;
  readonly verdict: EvaluationVerdict;
  readonly worst: WorstRows;
}

/** Renders the document with a trailing newline. */
function renderEvaluationMarkdown({ result, verdict, worst }: MarkdownFacts): string {
  const { summary, durationMs, cost } = result;
  const { reasons } = verdict;
  const lines = [
    `## ${verdictMarks[verdict.word]} ${verdict.word}: ${formatCount(summary.items, "item")}, ${formatCount(summary.metrics.length, "metric")}`,
    "",
    ...reasons.slice(0, maxMarkdownReasons).map((reason) => `- ${codeSpan(reason)}`),
    ...(reasons.length > maxMarkdownReasons ? [`- and ${reasons.length - maxMarkdownReasons} more`] : []),
    ...(reasons.length > 0 ? [""] : []),
    ...renderSummaryTable(summary.metrics),
    "",
    cost.usd === 0 && cost.tokens === 0
      ? `Took ${formatDuration(durationMs)}.`
      : `Took ${formatDuration(durationMs)}, cost ${formatCost(cost.usd ?? undefined)}.`,
    ...renderRowList("Furthest from their threshold", worst.below),
    ...renderRowList("Could not be measured", worst.failed),
  ];
  return `${takeFittingLines(lines).join("\n")}\n`;
}

function renderSummaryTable(metrics: readonly MetricSummary[]): string[] {
  const titles = ["Metric", ...metricColumns.map(({ title }) => title)];
  const head = [renderTableRow(titles), renderTableRow(titles.map((_, index) => (index === 0 ? "---" : "---:")))];
  const shown = metrics
    .slice(0, maxMarkdownMetrics)
    .map((metric) => renderTableRow([codeCell(metric.name), ...metricColumns.map(({ cell }) => cell(metric))]));
  const hidden = metrics.length - shown.length;
  return [...head, ...shown, ...(hidden > 0 ? ["", `${hidden} more metrics are in the results.`] : [])];
}

function renderRowList(title: string, rows: readonly MetricScore[]): string[] {
  if (rows.length === 0) return [];
  const lines = rows.map(
    (row) => `- ${codeSpan(row.name)} ${formatRowScore(row)} ${codeSpan(row.itemId)}: ${codeSpan(row.explanation)}`,
  );
  return ["", `### ${title}`, "", ...lines];
}

function renderTableRow(cells: readonly string[]): string {
  return `| ${cells.join(" | ")} |`;
}

/** Keeps as many lines as fit. */
function takeFittingLines(lines: readonly string[]): string[] {
  let left = maxMarkdownCharacters - 100;
  const end = lines.findIndex((line) => (left -= line.length + 1) < 0);
  return end === -1 ? [...lines] : [...lines.slice(0, end), "", "Further lines were cut to fit the size limit."];
}

/** Results as CSV: one line per item and score, the item's fields first. */
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
async function* generateCsv(rows: ExportRows): AsyncGenerator<string> {
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

const resultFormats = ["json", "jsonl", "csv", "junit", "markdown", "html"] as const;
export type ResultFormat = (typeof resultFormats)[number];

const formatsByExtension: Readonly<Record<string, ResultFormat>> = {
  ".json": "json",
  ".jsonl": "jsonl",
  ".ndjson": "jsonl",
  ".csv": "csv",
  ".xml": "junit",
  ".md": "markdown",
  ".html": "html",
};

/** Detects the format from the file extension. */
export function detectResultFormat(path: string): ResultFormat {
  const format = formatsByExtension[extname(path).toLowerCase()];
  if (format !== undefined) return format;
  throw new AxisError("flag-invalid", `${path}: the file extension is not a known result format`, {
    hint: `Use one of these extensions: ${Object.keys(formatsByExtension).join(", ")}`,
  });
}

/** Generates an export piece by piece. Only the page shows what changed since an earlier evaluation. */
export async function* generateExport(
  result: EvaluationResult,
  format: ResultFormat,
  earlier?: EarlierRows,
): AsyncGenerator<string> {
  const rows = findExportRows(result);
  if (format === "json") yield `${JSON.stringify(toResultDocument(result), null, 2)}\n`;
  else if (format === "csv") yield* generateCsv(rows);
  else if (format === "junit") yield* generateJunit(result.evaluationName, rows);
  else if (format === "markdown")
    yield renderEvaluationMarkdown({ result, verdict: verdictOf(result), worst: await findWorstRows(rows) });
  else if (format === "html") yield* generatePage(result, { rows, earlier });
  else for await (const { row } of rows()) yield `${JSON.stringify(toFileRow(row))}\n`;
}

interface WriteOptions {
  readonly format?: ResultFormat;
  readonly earlier?: EarlierRows | undefined;
}

/** Writes an export to a file, completely or not at all. */
export async function writeResults(
  result: EvaluationResult,
  path: string,
  { format = detectResultFormat(path), earlier }: WriteOptions = {},
): Promise<void> {
  try {
    await writeFileOrPipe(path, generateExport(result, format, earlier));
  } catch (cause) {
    throw toWriteError(path, cause);
  }
}
