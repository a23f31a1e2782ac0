/** The one line that stands first: is the news good, and what is the AXIS Result. */
import type { Report } from "../core/report.ts";
import { bandOf, type Paint } from "./format.ts";
import type { Verdict } from "./gate.ts";
import { terminalLine } from "./terminal-safe.ts";

export function renderVerdict(report: Report, verdict: Verdict, paint: Paint): string {
  const { averageAxisScore, averagedOver, total } = report.summary;
  const over = averagedOver === total ? plural(total) : `${averagedOver} of ${plural(total)}`;
  const number =
    averageAxisScore === null
      ? report.scoring === undefined
        ? "not scored"
        : "no AXIS Result"
      : `AXIS Result ${averageAxisScore} (${bandOf(averageAxisScore)}) over ${over}`;
  if (verdict.ok) return `${paint.good("PASS")}  ${number}`;
  return `${paint.bad("FAIL")}  ${number}: ${terminalLine(verdict.reasons.join("; "))}`;
}

function plural(pairs: number): string {
  return pairs === 1 ? "1 pair" : `${pairs} pairs`;
}
