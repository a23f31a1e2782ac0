/** Renders a comparison for a terminal, worst changes first. */
import type { Comparison, ComparisonEntry } from "../../core/report/comparison.ts";
import { formatDelta, formatScore, type Paint } from "./format.ts";
import { dimensionWords } from "./render-changes.ts";
import { fitWidth, terminalLine } from "./terminal-safe.ts";
import { sortByImportance, worstFirst } from "./worst-first.ts";

/** The verdict line, then one line per result that changed. */
export function renderComparison(comparison: Comparison, paint: Paint, width: number): string[] {
  const { summary, tolerance, ok, verdicts } = comparison;
  const counts = worstFirst.filter((kind) => summary[kind] > 0).map((kind) => `${summary[kind]} ${kind}`);
  const kinds = counts.join(", ") || "no results";
  // If trials are tested statistically, the tolerance per result does not decide.
  const tested = verdicts.some(({ rule }) => rule !== "tolerance");
  const pairs = tested
    ? `; result by result, with a tolerance of ${tolerance}: ${kinds}`
    : `: ${kinds} (tolerance ${tolerance})`;
  const head = `${ok ? paint.good("PASS") : paint.bad("FAIL")}  ${sidesText(comparison)}${pairs}`;
  const lines = sortByImportance(comparison.entries)
    .filter(({ kind }) => kind !== "unchanged")
    .map((entry) => entryLine(entry, paint, width));
  return [head, ...lines];
}

function sidesText({ from, reportId, baselineName, currentName }: Comparison): string {
  const side = (id: string, name: string | undefined) => (name === undefined ? id : `baseline ${name} (${id})`);
  return `${side(reportId, currentName)} compared with ${side(from, baselineName)}`;
}

function entryLine(entry: ComparisonEntry, paint: Paint, width: number): string {
  const text = fitWidth(
    `  ${entry.kind.padEnd(9)} ${terminalLine(entry.scenarioKey)} (${terminalLine(entry.agentName)}): ${changeText(entry)}`,
    width,
  );
  if (entry.kind === "improved") return paint.good(text);
  return entry.kind === "new" ? text : paint.bad(text);
}

function changeText({ kind, baseline, current, delta, movedMost, categories }: ComparisonEntry): string {
  const now = kind === "failed" ? "failed" : formatScore(current);
  // A new result has no earlier value it could have moved from.
  if (kind === "new") return current === null ? "no number to compare" : now;
  const change = `${formatScore(baseline)} → ${now}${delta === null ? "" : ` (${formatDelta(delta)})`}`;
  if (movedMost === null) return change;
  const dimension = movedMost as keyof typeof categories;
  const moved = categories[dimension];
  return `${change}, ${dimensionWords[dimension]} moved most: ${formatScore(moved.baseline)} → ${formatScore(moved.current)}`;
}
