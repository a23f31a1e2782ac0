/** Renders the table of a report for a terminal: one row per result, with notes on failures and weaknesses below. */
import type { PairResult, ResultMeans } from "../../core/report/pair-result.ts";
import type { Report } from "../../core/report.ts";
import { formatCost, formatDuration, noNumber, type Paint } from "./format.ts";
import { pairNotes } from "./pair-notes.ts";
import { formatCards } from "./render-scorecard.ts";
import { formatMean, formatTrials, paintMean, paintTrials } from "./status-marks.ts";
import { displayWidth, fitWidth, padWidth, terminalLine } from "./terminal-safe.ts";

interface Column {
  readonly title: string;
  readonly text: (result: PairResult) => string;
  readonly paint?: (result: PairResult, paint: Paint) => string;
  /** The column may be shortened to this width. */
  readonly least?: number;
  /** Dropped if there is no room; the highest number goes first. */
  readonly spare?: number;
  readonly right?: true;
}

/** The mean of a result's trials. */
const meanColumn = (title: string, key: keyof ResultMeans): Column => ({
  title,
  text: ({ means }) => formatMean(means[key]),
  paint: ({ means, status }, paint) => paintMean(means[key], status, paint),
  right: true,
});

const columns: readonly Column[] = [
  { title: "Scenario", text: ({ scenarioKey }) => terminalLine(scenarioKey), least: 10 },
  { title: "Agent", text: ({ agentName }) => terminalLine(agentName), least: 8 },
  meanColumn("AXIS Result", "axisScore"),
  { title: "Trials", text: formatTrials, paint: paintTrials },
  meanColumn("Goal", "goalAchievement"),
  meanColumn("Env", "environment"),
  meanColumn("Service", "service"),
  meanColumn("Agent", "agent"),
  { title: "Time", text: ({ means }) => formatDuration(means.durationMs), right: true, spare: 1 },
  { title: "Scorecard", text: formatCards, right: true, spare: 3 },
  { title: "Cost", text: ({ means }) => formatCost(means.costUsd ?? undefined), right: true, spare: 2 },
];

const gap = "  ";

/** Lines of at most `width` columns; if no table fits, each result gets several lines. */
export function renderTable(report: Report, paint: Paint, width: number): string[] {
  if (report.results.length === 0) return [];
  const shown = fitColumns(report.results, width);
  const withNotes = (row: (result: PairResult) => string[]) =>
    report.results.flatMap((result) => [
      ...row(result),
      ...pairNotes(result, width).map((note) => (result.status === "failed" ? paint.bad(note) : paint.dim(note))),
    ]);
  if (totalWidth(shown) > width) return withNotes((result) => renderStacked(result, paint, width));
  const line = (cells: readonly string[]) => cells.join(gap).trimEnd();
  const header = line(shown.map(({ column, size }) => alignText(column.title, size, column.right)));
  const rows = withNotes((result) => [
    line(shown.map(({ column, size }) => renderCell(column, result, { size, paint }))),
  ]);
  return [paint.bold(header), ...rows];
}

/** A result on a narrow terminal: its name, AXIS Result and dimensions. */
function renderStacked(result: PairResult, paint: Paint, width: number): string[] {
  const [scenario, agent] = columns.map((column) => column.text(result));
  const dimensions = columns.slice(4, 8).map(({ title, text }) => `${title} ${text(result)}`);
  return [
    paint.bold(fitWidth(`${scenario} (${agent})`, width)),
    `  AXIS Result ${paintMean(result.means.axisScore, result.status, paint)}  ${paintTrials(result, paint)}`,
    fitWidth(`  ${dimensions.join(", ")}`, width),
  ];
}

function renderCell(column: Column, result: PairResult, { size, paint }: { size: number; paint: Paint }): string {
  const text = fitWidth(column.text(result), size);
  const padded = alignText(text, size, column.right);
  return column.paint === undefined ? padded : padded.replace(text, () => column.paint?.(result, paint) ?? text);
}

function alignText(text: string, size: number, right?: boolean): string {
  return right ? " ".repeat(Math.max(0, size - displayWidth(text))) + text : padWidth(text, size);
}

/** Drops spare columns, then shortens names, until a row fits. */
function fitColumns(results: readonly PairResult[], width: number): { column: Column; size: number }[] {
  const sized = columns.map((column) => ({
    column,
    size: results.reduce((most, result) => Math.max(most, displayWidth(column.text(result))), column.title.length),
  }));
  let shown = sized.filter(
    ({ column }) =>
      !["Cost", "Scorecard"].includes(column.title) || results.some((result) => column.text(result) !== noNumber),
  );
  for (const spare of [3, 2, 1])
    if (totalWidth(shown) > width) shown = shown.filter(({ column }) => column.spare !== spare);
  for (const part of shown) {
    const excess = totalWidth(shown) - width;
    if (excess > 0 && part.column.least !== undefined) part.size = Math.max(part.column.least, part.size - excess);
  }
  return shown;
}

function totalWidth(list: readonly { readonly size: number }[]): number {
  return list.reduce((sum, { size }) => sum + size + gap.length, -gap.length);
}
