/** Renders what changed since an earlier evaluation, for a terminal. */
import { formatCount } from "../../../core/format-count.ts";
import type { Paint } from "../../../report/text/format.ts";
import { fitWidth, padWidth, terminalLine } from "../../../report/text/terminal-safe.ts";
import type { ChangeWord, EvaluationChange } from "../summary/compare.ts";
import { describeFlips, formatSigned } from "./numbers.ts";

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
