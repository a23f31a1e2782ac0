/** A comparison for a terminal: what got worse first. */
import type { Comparison, ComparisonEntry, ComparisonKind } from "../core/report/comparison.ts";
import { formatDelta, formatScore, type Paint } from "./format.ts";
import { fitWidth, terminalLine } from "./terminal-safe.ts";

const order: readonly ComparisonKind[] = ["failed", "regressed", "unscored", "gone", "improved", "new", "unchanged"];

/** Whether the gate is passed, then one line per pair that is not unchanged. */
export function renderComparison(comparison: Comparison, paint: Paint, width: number): string[] {
  const { summary, from, reportId, baselineName, tolerance, ok, verdicts } = comparison;
  const counts = order.filter((kind) => summary[kind] > 0).map((kind) => `${summary[kind]} ${kind}`);
  const before = baselineName === undefined ? from : `baseline ${baselineName} (${from})`;
  const kinds = counts.join(", ") || "no pairs";
  // Where trials are tested, what the tolerance says of each pair decides nothing.
  const tested = verdicts.some(({ rule }) => rule !== "tolerance");
  const pairs = tested
    ? `; pair by pair, with a tolerance of ${tolerance}: ${kinds}`
    : `: ${kinds} (tolerance ${tolerance})`;
  const head = `${ok ? paint.good("PASS") : paint.bad("FAIL")}  ${reportId} against ${before}${pairs}`;
  const lines = order
    .filter((kind) => kind !== "unchanged")
    .flatMap((kind) =>
      comparison.entries.filter((entry) => entry.kind === kind).map((entry) => entryLine(entry, paint, width)),
    );
  return [head, ...lines];
}

function entryLine(entry: ComparisonEntry, paint: Paint, width: number): string {
  const moved = entry.movedMost === null ? "" : movedText(entry, entry.movedMost);
  const now = entry.kind === "failed" ? "failed" : formatScore(entry.current);
  const delta = entry.delta === null ? "" : ` (${formatDelta(entry.delta)})`;
  const text = fitWidth(
    `  ${entry.kind.padEnd(9)} ${terminalLine(entry.scenarioKey)} (${terminalLine(entry.agentName)}): ${formatScore(entry.baseline)} -> ${now}${delta}${moved}`,
    width,
  );
  if (entry.kind === "improved") return paint.good(text);
  return entry.kind === "new" ? text : paint.bad(text);
}

function movedText(entry: ComparisonEntry, id: string): string {
  const change = entry.categories[id as keyof ComparisonEntry["categories"]];
  return `, ${id} moved most: ${formatScore(change.baseline)} -> ${formatScore(change.current)}`;
}
