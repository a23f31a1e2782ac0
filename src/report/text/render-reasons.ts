/** Says for each result that did not pass why, lowest first; for tables that have no line below a row. */
import { formatCount } from "../../core/format-count.ts";
import type { PairResult } from "../../core/report/pair-result.ts";
import type { Report } from "../../core/report.ts";
import type { Paint } from "./format.ts";
import { formatTrials, paintTrials } from "./status-marks.ts";
import { displayWidth, fitWidth, terminalLine, wrapWidth } from "./terminal-safe.ts";

/** Below this width, and from it on. */
const [fewReasons, manyReasons, wideColumns] = [6, 12, 110];
const mostLines = 3;
const indent = 4;

export function renderReasons({ results }: Pick<Report, "results">, paint: Paint, width: number): string[] {
  const broken = results
    .filter(({ status }) => status === "failed" || status === "error")
    .toSorted((a, b) => (a.means.axisScore ?? 101) - (b.means.axisScore ?? 101));
  if (broken.length === 0) return [];
  const shown = broken.slice(0, width < wideColumns ? fewReasons : manyReasons);
  const hidden = broken.length - shown.length;
  const marks = Math.max(...shown.map((result) => displayWidth(formatTrials(result))));
  return [
    "",
    paint.bold("Did not pass"),
    ...shown.flatMap((result) => renderReason(result, { paint, width, marks })),
    ...(hidden === 0 ? [] : [paint.dim(` and ${formatCount(hidden, "more result")}`)]),
  ];
}

interface ReasonView {
  readonly paint: Paint;
  readonly width: number;
  /** The width of the marks. */
  readonly marks: number;
}

/** On one line where it fits, else the reason below the name. */
function renderReason(result: PairResult, { paint, width, marks }: ReasonView): string[] {
  const space = " ".repeat(marks - displayWidth(formatTrials(result)));
  const name = `${terminalLine(result.scenarioKey)}, ${terminalLine(result.agentName)}`;
  const why = terminalLine(result.why ?? "no reason was recorded");
  const head = ` ${paintTrials(result, paint)}${space}  `;
  const used = marks + 3;
  if (used + displayWidth(`${name}: ${why}`) <= width) return [`${head}${name}: ${why}`];
  const lines = wrapWidth(why, width - indent, mostLines).map((line) => " ".repeat(indent) + line);
  return [`${head}${fitWidth(name, width - used)}`, ...lines];
}
