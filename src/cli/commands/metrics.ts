/** `axis metrics`: lists the metrics, searches them by a word, or shows one in full. */
import { AxisError } from "../../core/error.ts";
import { formatCount } from "../../core/format-count.ts";
import { snakeCase } from "../../core/keys/key-case.ts";
import type { MetricConfig, RegisteredMetric } from "../../core/metric.ts";
import { findNearestName } from "../../core/names/nearest.ts";
import { metricRegistry } from "../../metrics/registry.ts";
import type { Paint } from "../../report/text/format.ts";
import { fitWidth, formatJson } from "../../report/text/terminal-safe.ts";
import type { CliDeps, CommandModule } from "../command.ts";
import { describeMetric, formatThreshold, renderMetric } from "../metrics/describe-metric.ts";
import { parseList } from "../options.ts";

/** Renders metrics as a list for a terminal. Keys are never shortened, because users type them. */
const titles = ["Key", "Threshold", "Judge", "Description", "Required fields"] as const;

/** Returns a heading and one line per metric, in the given order. */
function renderMetricList(metrics: readonly MetricConfig[], paint: Paint, width: number): string[] {
  const rows = metrics.map(({ key, defaultThreshold, judged, description, requiredFields }) => [
    key,
    defaultThreshold === null ? "none" : formatThreshold(key, defaultThreshold),
    judged ? "yes" : "no",
    description,
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

interface Flags {
  readonly tag?: readonly string[];
  readonly judged?: boolean;
  readonly json?: true;
}

const examples = `
A key, display name or class name shows that metric; any other word searches names, descriptions and tags.

Examples:
  axis metrics                       all metrics
  axis metrics retrieval             metrics about retrieval
  axis metrics recall_at_k           one metric with formula, fields, options and an example
  axis metrics --no-judged           metrics that need no model`;

export const define: CommandModule["define"] = (command, act) => {
  command
    .argument("[key|word]", "metric to show, or a word to search for")
    .option("--tag <tags>", "list only metrics with all of these tags, separated by commas", parseList)
    .option("--judged", "list only metrics that ask a judge")
    .option("--no-judged", "list only metrics that need no judge")
    .option("--json", "print JSON on stdout")
    .addHelpText("after", examples)
    .action((word: string | undefined, flags: Flags) => act((deps) => showMetrics(word, flags, deps)));
};

async function showMetrics(word: string | undefined, flags: Flags, { terminal }: CliDeps): Promise<number> {
  const one = word === undefined ? null : metricRegistry.get(word, false);
  if (one !== null) {
    const description = describeMetric(one);
    if (flags.json) terminal.out(formatJson(description));
    else renderMetric(description, terminal.paint).forEach(terminal.out);
    return 0;
  }
  const found = selectMetrics(word, flags);
  if (flags.json) terminal.out(formatJson(found.map(describeMetric)));
  else {
    renderMetricList(
      found.map(({ config }) => config),
      terminal.paint,
      terminal.width,
    ).forEach(terminal.out);
    terminal.out("");
    terminal.out(`${formatCount(found.length, "metric")}. Show one with: axis metrics <key>`);
  }
  return 0;
}

/** A tag that no metric has is probably a typo. */
function requireKnownTag(written: string): void {
  const tags = [...new Set([...metricRegistry].flatMap(({ config }) => config.tags))].toSorted();
  if (tags.includes(written)) return;
  const near = findNearestName(written, tags);
  throw new AxisError("flag-invalid", `No metric has the tag "${written}"`, {
    hint: `${near === undefined ? "" : `Did you mean "${near}"? `}Tags: ${tags.join(", ")}`,
  });
}

function selectMetrics(word: string | undefined, { tag, judged }: Flags): RegisteredMetric[] {
  for (const written of tag ?? []) requireKnownTag(written);
  const wanted = metricRegistry.filter({
    tags: tag,
    judged,
  });
  if (word === undefined) return wanted;
  const found = new Set(metricRegistry.find(word));
  // The word matches nothing: the registry's error suggests similar names.
  if (found.size === 0) return [metricRegistry.get(word)];
  return wanted.filter((metric) => found.has(metric));
}
