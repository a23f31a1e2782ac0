/** Renders what changed since an earlier evaluation, for a terminal. */
import { formatCount } from "../../../core/format-count.ts";
import type { Paint } from "../../../report/text/format.ts";
import { fitWidth, padWidth, terminalLine } from "../../../report/text/terminal-safe.ts";
import type { ChangeWord, EvaluationChange } from "../summary/compare.ts";

const maxNameWidth = 34;

const paints: Readonly<Record<ChangeWord, "good" | "bad" | "dim">> = {
  improved: "good",
  regressed: "bad",
  "no change": "dim",
  "not enough data": "dim",
};

/** Returns the lines, none wider than `width`. */
export function renderChange(change: EvaluationChange, paint: Paint, width: number): string[] {
  const names = change.metrics.map(({ name }) => fitWidth(terminalLine(name), maxNameWidth));
  const nameWidth = Math.max(...names.map((name) => [...name].length));
  const lines = change.metrics.map(({ difference, ci95, verdict }, index) => {
    const interval = ci95 === null ? "" : `  (${formatSigned(ci95.lower)} to ${formatSigned(ci95.upper)})`;
    const line = `${padWidth(names[index] ?? "", nameWidth)}  ${formatSigned(difference).padStart(6)}${interval}`;
    return `${fitWidth(line, Math.max(20, width - verdict.length - 2))}  ${paint[paints[verdict]](verdict)}`;
  });
  const title = `Since ${terminalLine(change.name)}, ${formatCount(change.items, "item")} in both`;
  return ["", fitWidth(title, width), ...lines, fitWidth(describeFlips(change), width)];
}

/** How many items pass or fail now that did not before, and whether chance explains it. */
export function describeFlips({ newlyPassing, newlyFailing, p }: EvaluationChange): string {
  if (p === null) return "No item passes or fails that did not before.";
  const chance = p < 0.05 ? `p ${formatP(p)}` : `may be chance, p ${formatP(p)}`;
  return `${formatCount(newlyPassing.length, "item")} newly passed, ${newlyFailing.length} newly failed (${chance})`;
}

function formatP(p: number): string {
  return p < 0.001 ? "< 0.001" : `= ${p.toPrecision(2)}`;
}

/** `+0.041`, `−0.034`, `0`. */
export function formatSigned(value: number | null): string {
  if (value === null) return "–";
  const text = Math.abs(value).toFixed(3);
  return Number(text) === 0 ? "0" : `${value > 0 ? "+" : "−"}${text}`;
}
