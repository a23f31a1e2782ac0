/** Renders a comparison for a terminal: one heading, then the results, worst changes first. */
import type { Comparison, ComparisonEntry } from "../../core/report/comparison.ts";
import { describeComparison } from "./describe-comparison.ts";
import { formatDelta, formatScore, type Paint } from "./format.ts";
import { formatCause } from "./format-verdict.ts";
import { fitWidth, terminalLine } from "./terminal-safe.ts";
import {
  type ChangeTone,
  countChanges,
  findEntryTone,
  findWordTone,
  nameChange,
  sortByImportance,
} from "./worst-first.ts";

/** The heading, then the results. */
export function renderComparison(comparison: Comparison, paint: Paint, width: number): string[] {
  return [...renderHeading(comparison, paint), ...renderChangedResults(comparison, paint, width)];
}

/** The verdict with its facts, then what was compared with what. */
export function renderHeading(comparison: Comparison, paint: Paint): string[] {
  const { verdict } = comparison;
  const sentence = terminalLine(describeComparison(comparison));
  return [
    `${paintTone(findWordTone(verdict), paint)(verdict)}  ${sentence}`,
    paint.dim(`${terminalLine(describeSides(comparison))}, tolerance ${comparison.tolerance}`),
    ...(comparison.warnings ?? []).map((warning) => paint.warn(`Warning: ${terminalLine(warning)}`)),
  ];
}

/** How many results have which word, then one line per result that changed. */
export function renderChangedResults({ entries }: Comparison, paint: Paint, width: number): string[] {
  const shown = sortByImportance(entries).filter(({ verdict }) => verdict !== "NO CHANGE");
  const column = Math.max(0, ...shown.map((entry) => nameChange(entry).length));
  return [`Results: ${countChanges(entries)}`, ...shown.map((entry) => renderEntry(entry, paint, { width, column }))];
}

export function paintTone(tone: ChangeTone, paint: Paint): Paint["bold"] {
  return { bad: paint.bad, good: paint.good, dim: paint.dim, plain: (text: string) => text }[tone];
}

function describeSides({ from, reportId, baselineName, currentName }: Comparison): string {
  const side = (id: string, name: string | undefined) => (name === undefined ? id : `baseline ${name} (${id})`);
  return `${side(reportId, currentName)} compared with ${side(from, baselineName)}`;
}

function renderEntry(
  entry: ComparisonEntry,
  paint: Paint,
  { width, column }: { readonly width: number; readonly column: number },
): string {
  const name = `${terminalLine(entry.scenarioKey)} (${terminalLine(entry.agentName)})`;
  const text = fitWidth(`  ${nameChange(entry).padEnd(column)}  ${name}: ${describeChange(entry)}`, width);
  return paintTone(findEntryTone(entry), paint)(text);
}

function describeChange(entry: ComparisonEntry): string {
  const { kind, verdict, baseline, current, delta, causes } = entry;
  const passes = describePasses(entry);
  // A new result has no earlier value it could have moved from.
  if (kind === "new" && verdict === null) return current === null ? "no number to compare" : formatScore(current);
  const change = `${formatScore(baseline)} → ${formatScore(current)}${delta === null ? "" : ` (${formatDelta(delta)})`}`;
  const [cause] = causes;
  return [change, ...(cause === undefined ? [] : [formatCause(cause)]), ...passes].join("; ");
}

function describePasses({ kind, passedBefore, passedNow }: ComparisonEntry): string[] {
  if (kind === "gone") return passedBefore === true ? ["it passed"] : [];
  if (passedBefore === null || passedNow === null || passedBefore === passedNow) return [];
  return [passedNow ? "failed → passed" : "passed → failed"];
}
