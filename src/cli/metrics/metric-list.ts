/** Renders metrics as a list for a terminal. Keys are never shortened, because users type them. */
import type { MetricConfig } from "../../core/metric.ts";
import { snakeCase } from "../../core/keys/key-case.ts";
import type { Paint } from "../../report/text/format.ts";
import { fitWidth } from "../../report/text/terminal-safe.ts";

const titles = ["Key", "Threshold", "Judge", "Required fields"] as const;

/** Returns a heading and one line per metric, in the given order. */
export function renderMetricList(metrics: readonly MetricConfig[], paint: Paint, width: number): string[] {
  const rows = metrics.map(({ key, defaultThreshold, judged, requiredFields }) => [
    key,
    String(defaultThreshold ?? "none"),
    judged ? "yes" : "no",
    requiredFields.map(snakeCase).join(", "),
  ]);
  const widths = titles.map((title, column) => Math.max(title.length, ...rows.map((row) => row[column]?.length ?? 0)));
  const line = (cells: readonly string[]) =>
    fitWidth(
      cells
        .map((cell, column) => cell.padEnd(widths[column] ?? 0))
        .join("  ")
        .trimEnd(),
      width,
    );
  return [paint.bold(line(titles)), ...rows.map(line)];
}
