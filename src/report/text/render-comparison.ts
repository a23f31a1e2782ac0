/** Renders a comparison for a terminal: one heading, then the results, worst changes first. */
import type { Comparison, ComparisonEntry } from "../../core/report/comparison.ts";
import type { ComparedCauses } from "../compare-causes.ts";
import { describeComparison } from "./describe-comparison.ts";
import { formatDelta, formatScore, type Paint } from "./format.ts";
import { formatCause } from "./format-verdict.ts";
import { displayWidth, fitWidth, padWidth, terminalLine } from "./terminal-safe.ts";
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

/** More causes than this are counted. */
const mostCauses = 5;

/** How many runs met each cause before and after, the clearest change first; nothing where that is unknown. */
export function renderCauses({ causes, runs }: ComparedCauses, paint: Paint, width: number): string[] {
  if (causes.length === 0) return [];
  const shown = causes.slice(0, mostCauses);
  const columns = { count: 6, change: Math.max(...shown.map(({ change }) => change.length)) };
  const titles = [
    `Causes: runs that met it, of ${runs.before} and ${runs.after}`,
    ...shown.map(({ title }) => `  ${terminalLine(title)}`),
  ];
  const room = Math.max(20, width - 2 * (columns.count + 2) - columns.change - 2);
  const widest = Math.min(room, Math.max(...titles.map(displayWidth)));
  const row = (at: number, before: string, after: string) => {
    const title = padWidth(fitWidth(titles[at] ?? "", widest), widest);
    return `${title}  ${before.padStart(columns.count)}  ${after.padStart(columns.count)}`;
  };
  const rest = causes.length - shown.length;
  return [
    row(0, "before", "after"),
    ...shown.map(({ before, after, change, tone }, at) =>
      paintTone(tone, paint)(`${row(at + 1, String(before), String(after))}  ${change}`),
    ),
    ...(rest === 0 ? [] : [`  and ${rest} more`]),
  ];
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
