/** Renders the first two lines: the verdict with its facts, then the AXIS Result and the runs. */
import { formatCount } from "../../core/format-count.ts";
import type { ReportVerdict } from "../../core/report/gate.ts";
import type { Report } from "../../core/report.ts";
import { bandOf, type Paint } from "./format.ts";
import { describeUnknownCosts } from "./render-budget.ts";
import { formatRuns } from "./status-counts.ts";
import { terminalLine } from "./terminal-safe.ts";

/** Both lines, separated by a line break. */
export function renderVerdict(report: Report, verdict: ReportVerdict, paint: Paint): string {
  const unknown = describeUnknownCosts(report);
  const caveat = unknown === undefined ? "" : `   ${unknown}`;
  return [
    `${paintVerdict(verdict.verdict, paint)}  ${terminalLine(verdict.sentence)}`,
    `${resultPhrase(report, verdict)}   ${formatRuns(report)}${caveat}`,
  ].join("\n");
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
export function resultPhrase({ summary, scoring, scripted }: Report, { verdict }: ReportVerdict): string {
  const { averageAxisScore, averagedOver, total } = summary;
  const rehearsal = scripted === true ? "rehearsal by a script, not a measurement: " : "";
  if (averageAxisScore === null) return `${rehearsal}${scoring === undefined ? "not scored" : "no AXIS Result"}`;
  const band = verdict === "PASS" ? ` (${bandOf(averageAxisScore)})` : "";
  const over = averagedOver === total ? "" : ` over ${averagedOver} of ${formatCount(total, "result")}`;
  return `${rehearsal}AXIS Result ${averageAxisScore}${band}${over}`;
}
