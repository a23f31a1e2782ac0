/** Renders the registry: a summary of each metric, or a table that fits the terminal. */
import type { MetricConfig } from "../../core/metric.ts";
import { snakeCase } from "../../core/keys/key-case.ts";

const template = `Your own metric, by an instruction:

  const Politeness = metric({
    name: "Politeness",
    description: "Is the reply polite?",
    requiredFields: ["actual_output"],
  })(class extends BaseMetric {
    static instruction = "Score 1 when the reply is polite, 0 when it is rude.";
  });
`;

/** Describes every metric with its fields, threshold, range and tags. */
export function renderMetricSummaries(metrics: readonly MetricConfig[], showExamples: boolean): string {
  const parts = metrics.map(renderMetricSummary);
  return [`${metrics.length} metrics\n`, ...parts, ...(showExamples ? [template] : [])].join("\n");
}

function renderMetricSummary(config: MetricConfig): string {
  const lines = [
    `${config.key}  ${config.name}`,
    `  ${config.description}`,
    `  required: ${formatFieldList(config.requiredFields)}   optional: ${formatFieldList(config.optionalFields)}`,
    `  threshold: ${config.defaultThreshold ?? "none"}   range: ${formatRange(config)}   tags: ${formatFieldList(config.tags)}`,
  ];
  return `${lines.join("\n")}\n`;
}

function formatFieldList(words: readonly string[]): string {
  return words.length === 0 ? "none" : words.map(snakeCase).join(", ");
}

function formatRange({ scoreRange }: MetricConfig): string {
  return scoreRange === null ? "none" : `${scoreRange[0]} to ${scoreRange[1]}`;
}

const columns: readonly { readonly title: string; readonly of: (config: MetricConfig) => string }[] = [
  { title: "Key", of: ({ key }) => key },
  { title: "Name", of: ({ name }) => name },
  { title: "Threshold", of: ({ defaultThreshold }) => String(defaultThreshold ?? "") },
  { title: "Range", of: formatRange },
  { title: "Required", of: ({ requiredFields }) => requiredFields.map(snakeCase).join(", ") },
  { title: "Optional", of: ({ optionalFields }) => optionalFields.map(snakeCase).join(", ") },
  { title: "Tags", of: ({ tags }) => tags.join(", ") },
];
const gap = "  ";
const narrowest = 6;

/** A table sorted by key. If it is too wide, the widest columns are cut first. */
export function renderMetricTable(metrics: readonly MetricConfig[], width: number): string {
  const sorted = metrics.toSorted((a, b) => (a.key < b.key ? -1 : 1));
  const rows = [columns.map(({ title }) => title), ...sorted.map((config) => columns.map(({ of }) => of(config)))];
  const widths = fitWidths(
    columns.map((_, index) => Math.max(...rows.map((row) => row[index]?.length ?? 0))),
    width,
  );
  return rows
    .map((row) =>
      row
        .map((cell, index) => fitCell(cell, widths[index] ?? 0))
        .join(gap)
        .trimEnd(),
    )
    .join("\n");
}

function fitWidths(wanted: readonly number[], width: number): number[] {
  const widths = [...wanted];
  const room = width - gap.length * (widths.length - 1);
  while (widths.reduce((sum, one) => sum + one, 0) > room) {
    // The key is never cut, because users type it.
    const widest = Math.max(...widths.slice(1));
    if (widest <= narrowest) break;
    widths[widths.indexOf(widest, 1)] = widest - 1;
  }
  return widths;
}

function fitCell(cell: string, width: number): string {
  return cell.length <= width ? cell.padEnd(width) : `${cell.slice(0, Math.max(0, width - 1))}…`;
}
