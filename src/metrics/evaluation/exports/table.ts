/** Renders the summary for a terminal: the verdict, one line per metric, then time and cost. */
import { formatCount } from "../../../core/format-count.ts";
import { formatCost, formatDuration, type Paint } from "../../../report/text/format.ts";
import { fitWidth, padWidth, terminalLine } from "../../../report/text/terminal-safe.ts";
import type { MetricSummary } from "../summary/metric-summary.ts";
import type { EvaluationData } from "../results/result.ts";
import type { EvaluationVerdict } from "../summary/verdict.ts";
import { metricColumns } from "./metric-columns.ts";

/** Shorter titles, because a terminal is narrower than a document. */
const shortTitles: Readonly<Record<string, string>> = { "Not applicable": "n/a" };
const metricTitles = ["Metric", ...metricColumns.map(({ title }) => shortTitles[title] ?? title), "0 to 1"];
const maxNameWidth = 34;
/** Columns to drop in a narrow terminal, in this order. Names, means and pass rates always stay. */
const droppableColumns = ["0 to 1", "95 %", "n/a", "Failed", "Scored"] as const;

export interface TableFacts {
  readonly result: EvaluationData;
  readonly verdict: EvaluationVerdict;
}

/** Returns the lines, none wider than `width`. */
export function renderEvaluation({ result, verdict }: TableFacts, paint: Paint, width: number): string[] {
  const { summary, durationMs, cost, issues } = result;
  const rows = [metricTitles, ...summary.metrics.map(toMetricCells)];
  const widths = metricTitles.map((_, column) => Math.max(...rows.map((row) => [...(row[column] ?? "")].length)));
  const columns = fitColumns(widths, width);
  const lines = rows.map((row) =>
    columns.map((column) => alignMetricCell(row[column] ?? "", column, widths[column] ?? 0)).join("  "),
  );
  const [head = "", ...body] = lines.map((line) => fitWidth(line.trimEnd(), width));
  const skipped = issues.length === 0 ? "" : `, ${formatCount(issues.length, "item")} skipped`;
  return [
    ...renderVerdictLines(verdict, paint).map((line) => fitWidth(line, width + 20)),
    "",
    paint.bold(head),
    ...body.map((line, index) => paintLine(line, summary.metrics[index], paint)),
    "",
    `${formatCount(summary.items, "item")} in ${formatDuration(durationMs)}${formatSpending(cost)}${skipped}`,
  ];
}

/** Returns the columns that fit in the width. */
function fitColumns(widths: readonly number[], width: number): number[] {
  let columns = metricTitles.map((_, column) => column);
  for (const title of droppableColumns) {
    const needed = columns.reduce((sum, column) => sum + (widths[column] ?? 0) + 2, -2);
    if (needed <= width) break;
    columns = columns.filter((column) => metricTitles[column] !== title);
  }
  return columns;
}

/** Returns nothing if no model was called. */
function formatSpending({ usd, tokens }: TableFacts["result"]["cost"]): string {
  return usd === 0 && tokens === 0 ? "" : `, cost ${formatCost(usd ?? undefined)}`;
}

function renderVerdictLines({ ok, word, reasons }: EvaluationVerdict, paint: Paint): string[] {
  if (ok) return [word === "PASS" ? paint.good(paint.bold(word)) : paint.bold(word)];
  const [first = "", ...rest] = reasons.map(terminalLine);
  const indent = " ".repeat(word.length + 2);
  return [`${paint.bad(paint.bold(word))}  ${first}`, ...rest.map((reason) => `${indent}${reason}`)];
}

function toMetricCells(metric: MetricSummary): string[] {
  const name = fitWidth(terminalLine(metric.name), maxNameWidth);
  return [name, ...metricColumns.map(({ cell }) => cell(metric)), metric.sparkline];
}

/** Left-aligns words and right-aligns numbers. */
function alignMetricCell(cell: string, column: number, width: number): string {
  return column === 0 || column === metricTitles.length - 1 ? padWidth(cell, width) : cell.padStart(width);
}

function paintLine(line: string, metric: MetricSummary | undefined, paint: Paint): string {
  if (metric === undefined) return line;
  if (metric.failed > 0 || metric.scored === 0) return paint.bad(line);
  return metric.tier === "poor" ? paint.warn(line) : line;
}
