/** Renders the first two lines: the verdict with its facts, then the AXIS Result and the runs. */
import { formatCount } from "../../core/format-count.ts";
import type { ReportVerdict } from "../../core/report/gate.ts";
import type { Report } from "../../core/report.ts";
import { mean as computeMean } from "../../statistics/mean.ts";
import { roundHalfUp } from "../../core/score/rounding.ts";
import { bandOf, type Paint } from "./format.ts";
import { formatPoints } from "./format-verdict.ts";
import { describeUnknownCosts } from "./render-budget.ts";
import { formatRuns } from "./status-counts.ts";
import { displayWidth, terminalLine, wrapWidth } from "./terminal-safe.ts";

/** Enough for a sentence that names many agents, also on a narrow terminal. */
const mostLines = 12;

/** Both lines, separated by a line break, however wide they are. */
export function renderVerdict(report: Report, verdict: ReportVerdict, paint: Paint): string {
  return renderVerdictLines(report, verdict, { paint, width: Infinity }).join("\n");
}

interface VerdictView {
  readonly paint: Paint;
  readonly width: number;
}

/** Lines of at most `width` columns. */
export function renderVerdictLines(report: Report, verdict: ReportVerdict, view: VerdictView): string[] {
  const unknown = describeUnknownCosts(report);
  const phrase = resultPhrase(report, verdict);
  const runs = `${formatRuns(report)}${unknown === undefined ? "" : `   ${unknown}`}`;
  const isShort = displayWidth(`${phrase}   ${runs}`) <= view.width;
  const facts = isShort ? [`${phrase}   ${runs}`] : [phrase, runs];
  return [...renderSentence(verdict, view), ...facts.flatMap((line) => wrapWidth(line, view.width, mostLines))];
}

/** The word with its sentence. */
export function renderSentence({ verdict, sentence }: ReportVerdict, { paint, width }: VerdictView): string[] {
  const [first = "", ...rest] = wrapWidth(`${verdict}  ${terminalLine(sentence)}`, width, mostLines);
  return [paintVerdict(verdict, paint) + first.slice(verdict.length), ...rest];
}

/** The word of a verdict in its color; any other word stays plain. */
export function paintVerdict(word: string, paint: Paint): string {
  const colours: Readonly<Record<string, Paint["bold"]>> = {
    PASS: paint.good,
    FAIL: paint.bad,
    INCOMPLETE: paint.warn,
    MEASURED: paint.bold,
    WINNER: paint.good,
    "NO WINNER": paint.bad,
  };
  return colours[word]?.(word) ?? word;
}

/** The AXIS Result of a report; a band word would praise a report that did not pass. A rehearsal is marked as one. */
export function resultPhrase(report: Report, { verdict }: ReportVerdict): string {
  const { summary, scoring, scripted } = report;
  const { averageAxisScore, averagedOver, total } = summary;
  const rehearsal = scripted === true ? "rehearsal by a script, not a measurement: " : "";
  if (averageAxisScore === null) return `${rehearsal}${scoring === undefined ? "not scored" : "no AXIS Result"}`;
  const exact = findInterval(report);
  const notes = [...(exact?.bounds ?? []), ...(verdict === "PASS" ? [bandOf(averageAxisScore)] : [])];
  const note = notes.length === 0 ? "" : ` (${notes.join(", ")})`;
  const over = averagedOver === total ? "" : ` over ${averagedOver} of ${formatCount(total, "result")}`;
  return `${rehearsal}AXIS Result ${exact?.mean ?? averageAxisScore}${note}${over}`;
}

/** The mean with one decimal and its interval; undefined if the interval is unknown. */
function findInterval({ summary, standings, results }: Report): { mean: string; bounds: [string] } | undefined {
  const interval = standings?.interval ?? null;
  const mean = computeMean(results.flatMap(({ means }) => means.axisScore ?? []));
  // With some of its agents left out, the rest of a report has another mean than its summary.
  if (interval === null || mean === null || roundHalfUp(mean) !== summary.averageAxisScore) return undefined;
  const [lower, upper] = [Math.max(0, interval.lower), Math.min(100, interval.upper)].map(formatPoints);
  // Runs that all have the same number do not prove that others would.
  return lower === upper ? undefined : { mean: formatPoints(mean), bounds: [`${lower} to ${upper}`] };
}
