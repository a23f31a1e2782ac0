/** Renders the first two lines: the verdict with its facts, then the AXIS Result and the runs. */
import { formatCount } from "../../core/format-count.ts";
import type { ReportVerdict } from "../../core/report/gate.ts";
import type { Report } from "../../core/report.ts";
import { roundHalfUp } from "../../core/score/rounding.ts";
import { bandOf, type Paint } from "./format.ts";
import { formatPoints } from "./format-verdict.ts";
import { describeUnknownCosts } from "./render-budget.ts";
import { formatRuns } from "./status-counts.ts";
import { displayWidth, terminalLine, wrapWidth } from "./terminal-safe.ts";

/** Enough for a sentence that names many agents, also on a narrow terminal. */
const mostLines = 12;

/** Both lines, broken where they are wider than `width`; separated by line breaks. */
export function renderVerdict(report: Report, verdict: ReportVerdict, paint: Paint, width = Infinity): string {
  const unknown = describeUnknownCosts(report);
  const phrase = resultPhrase(report, verdict);
  const runs = `${formatRuns(report)}${unknown === undefined ? "" : `   ${unknown}`}`;
  const isShort = displayWidth(`${phrase}   ${runs}`) <= width;
  return [
    renderVerdictLine(verdict, paint, width),
    ...(isShort ? [`${phrase}   ${runs}`] : [phrase, runs].flatMap((line) => wrapWidth(line, width, mostLines))),
  ].join("\n");
}

/** The word with its sentence. */
export function renderVerdictLine({ verdict, sentence }: ReportVerdict, paint: Paint, width = Infinity): string {
  const [first = "", ...rest] = wrapWidth(`${verdict}  ${terminalLine(sentence)}`, width, mostLines);
  return [paintVerdict(verdict, paint) + first.slice(verdict.length), ...rest].join("\n");
}

/** The word of a verdict in its color; any other word stays plain. */
export function paintVerdict(word: string, paint: Paint): string {
  const colours: Readonly<Record<string, Paint["bold"]>> = {
    PASS: paint.good,
    FAIL: paint.bad,
    INCOMPLETE: paint.warn,
    MEASURED: paint.bold,
  };
  return colours[word]?.(word) ?? word;
}

/** The AXIS Result of a report; a band word would praise a report that did not pass. A rehearsal is marked as one. */
export function resultPhrase(report: Report, { verdict }: ReportVerdict): string {
  const { summary, scoring, scripted, standings } = report;
  const { averageAxisScore, averagedOver, total } = summary;
  const rehearsal = scripted === true ? "rehearsal by a script, not a measurement: " : "";
  if (averageAxisScore === null) return `${rehearsal}${scoring === undefined ? "not scored" : "no AXIS Result"}`;
  const interval = standings?.interval ?? null;
  const mean = computeMean(report);
  // With some of its agents left out, the rest of a report has another mean than its summary.
  const isExact = interval !== null && mean !== null && roundHalfUp(mean) === averageAxisScore;
  const bounds = isExact
    ? [`${formatPoints(Math.max(0, interval.lower))} to ${formatPoints(Math.min(100, interval.upper))}`]
    : [];
  const notes = [...bounds, ...(verdict === "PASS" ? [bandOf(averageAxisScore)] : [])];
  const note = notes.length === 0 ? "" : ` (${notes.join(", ")})`;
  const over = averagedOver === total ? "" : ` over ${averagedOver} of ${formatCount(total, "result")}`;
  return `${rehearsal}AXIS Result ${isExact ? formatPoints(mean) : averageAxisScore}${note}${over}`;
}

/** The number that the summary rounds; an interval must contain the number beside it. */
function computeMean({ results }: Pick<Report, "results">): number | null {
  const numbers = results.flatMap(({ means }) => means.axisScore ?? []);
  return numbers.length === 0 ? null : numbers.reduce((sum, each) => sum + each, 0) / numbers.length;
}
