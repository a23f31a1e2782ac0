/** Renders the metrics per slice (the items that share a value) for a terminal. */
import { noNumber, type Paint } from "../../../report/text/format.ts";
import { displayWidth, fitWidth, padWidth, terminalLine } from "../../../report/text/terminal-safe.ts";
import type { SliceSummary } from "../summary/summaries.ts";
import { formatBounds, formatMean } from "./numbers.ts";

const sliceTitles = ["Slice", "Metric", "Mean", "95 %", "Pass rate", "Scored"] as const;
const firstNumber = sliceTitles.indexOf("Mean");
const maxWordWidth = 34;

/** Returns an empty line and one line per slice and metric, or a sentence if no item has the field. */
export function renderSlices(slices: readonly SliceSummary[], paint: Paint, width: number): string[] {
  if (slices.length === 0) return ["", "No item has a value for the slice field"];
  const rows = [[...sliceTitles], ...slices.flatMap(toSliceCells)];
  const widths = sliceTitles.map((_, column) => Math.max(...rows.map((row) => displayWidth(row[column] ?? ""))));
  const [head = "", ...body] = rows.map((row) =>
    fitWidth(
      row
        .map((cell, column) => alignSliceCell(cell, column, widths[column] ?? 0))
        .join("  ")
        .trimEnd(),
      width,
    ),
  );
  return ["", paint.bold(head), ...body];
}

function toSliceCells({ field, value, metrics }: SliceSummary): string[][] {
  return metrics.map((metric) => [
    fitWidth(terminalLine(`${field}: ${value}`), maxWordWidth),
    fitWidth(terminalLine(metric.name), maxWordWidth),
    formatMean(metric),
    formatBounds(metric),
    metric.passRate === null ? noNumber : `${(metric.passRate * 100).toFixed(1)} %`,
    `${metric.scored} of ${metric.n}`,
  ]);
}

/** Left-aligns words and right-aligns numbers. */
function alignSliceCell(cell: string, column: number, width: number): string {
  return column < firstNumber ? padWidth(cell, width) : cell.padStart(width);
}
