/** Renders results as Markdown: the verdict, a table of the metrics, and the worst items. Untrusted text appears only inside code spans. */
import type { MetricScore } from "../../../core/score/metric-result.ts";
import { codeCell, codeSpan } from "../../../report/ci/markdown-code.ts";
import { formatCost, formatDuration } from "../../../report/text/format.ts";
import type { MetricSummary } from "../summary/metric-summary.ts";
import type { EvaluationData } from "../results/result.ts";
import type { EvaluationVerdict, VerdictWord } from "../summary/verdict.ts";
import { metricColumns } from "./metric-columns.ts";
import { formatCount, formatShare } from "./numbers.ts";
import type { WorstRows } from "./worst-rows.ts";

/** GitHub limits a comment to 65,536 characters. */
const maxMarkdownCharacters = 60_000;
const maxMarkdownMetrics = 60;
const maxMarkdownReasons = 10;
const verdictMarks: Readonly<Record<VerdictWord, string>> = { PASS: "✅", FAIL: "❌", MEASURED: "📏", INCOMPLETE: "❌" };

/** The input of the document. */
export interface MarkdownFacts {
  readonly result: Pick<EvaluationData, "summary" | "durationMs" | "cost">;
  readonly verdict: EvaluationVerdict;
  readonly worst: WorstRows;
}

/** Renders the document with a trailing newline. */
export function renderEvaluationMarkdown({ result, verdict, worst }: MarkdownFacts): string {
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
    ({ name, itemId, score, explanation }) =>
      `- ${codeSpan(name)} ${formatShare(score)} ${codeSpan(itemId)}: ${codeSpan(explanation)}`,
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
