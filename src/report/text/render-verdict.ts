/** Renders the first line: the verdict and the AXIS Result. */
import type { Report } from "../../core/report.ts";
import { bandOf, type Paint } from "./format.ts";
import type { ReportVerdict } from "../report-verdict.ts";
import { describeUnknownCosts } from "./render-budget.ts";
import { terminalLine } from "./terminal-safe.ts";

export function renderVerdict(report: Report, verdict: ReportVerdict, paint: Paint): string {
  const unknown = describeUnknownCosts(report);
  const caveat = unknown === undefined ? "" : ` (${unknown})`;
  const { ok, but } = verdict;
  if (ok && but !== undefined) return `${paint.warn("PASS")}  ${resultPhrase(report)}${caveat}; ${but}`;
  if (ok) return `${paint.good("PASS")}  ${resultPhrase(report)}${caveat}`;
  return `${paint.bad("FAIL")}  ${resultPhrase(report)}${caveat}: ${terminalLine(verdict.reasons.join("; "))}`;
}

/** The AXIS Result of a report and how many results it averages; a rehearsal is marked as one. */
export function resultPhrase(report: Report): string {
  return report.scripted === true
    ? `rehearsal by a script, no measure: ${formatNumbers(report)}`
    : formatNumbers(report);
}

function formatNumbers({ summary, scoring }: Report): string {
  const { averageAxisScore, averagedOver, total } = summary;
  if (averageAxisScore === null) return scoring === undefined ? "not scored" : "no AXIS Result";
  const over = averagedOver === total ? formatPairs(total) : `${averagedOver} of ${formatPairs(total)}`;
  return `AXIS Result ${averageAxisScore} (${bandOf(averageAxisScore)}) over ${over}`;
}

function formatPairs(pairs: number): string {
  return pairs === 1 ? "1 pair" : `${pairs} pairs`;
}
