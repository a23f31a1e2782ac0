/** Renders a report that was stopped, in a few lines: what finished, what did not, and the results so far. */
import type { ReportVerdict } from "../../core/report/gate.ts";
import type { PairResult } from "../../core/report/pair-result.ts";
import type { Report } from "../../core/report.ts";
import { formatCount } from "../../core/format-count.ts";
import type { Paint } from "./format.ts";
import { renderBudget } from "./render-budget.ts";
import { formatMean, paintMean, paintTrials } from "./status-marks.ts";
import { fitWidth, padWidth, terminalLine } from "./terminal-safe.ts";

/** With the lines around it, a stopped run prints ten lines at most. */
const mostResults = 4;
const nameWidth = 40;

/** The verdict line, what was stopped, and the results that have finished trials, worst first. */
export function renderStopped(
  report: Report,
  verdict: ReportVerdict,
  { paint, configFlag = "" }: { readonly paint: Paint; readonly configFlag?: string },
): string[] {
  const measured = report.results.filter(({ means }) => means.axisScore !== null);
  const shown = measured
    .toSorted((a, b) => rankStatus(a) - rankStatus(b) || (a.means.axisScore ?? 0) - (b.means.axisScore ?? 0))
    .slice(0, mostResults);
  const others = report.summary.total - shown.length;
  return [
    `${paint.warn(verdict.verdict)}  ${terminalLine(verdict.sentence)}`,
    `${describeStop(report)}. Finished runs are saved.`,
    ...renderBudget(report).slice(0, 1),
    ...shown.map((result) => renderResult(result, paint)),
    ...(others === 0
      ? []
      : [
          paint.dim(
            `${formatCount(others, shown.length === 0 ? "result" : "other result")}; see all with: axis reports ${report.reportId}${configFlag}`,
          ),
        ]),
  ];
}

function rankStatus({ status }: PairResult): number {
  return status === "failed" ? 0 : 1;
}

function renderResult(result: PairResult, paint: Paint): string {
  const name = fitWidth(`${terminalLine(result.scenarioKey)} (${terminalLine(result.agentName)})`, nameWidth);
  const { axisScore } = result.means;
  const number = " ".repeat(3 - formatMean(axisScore).length) + paintMean(axisScore, result.status, paint);
  return `${padWidth(name, nameWidth)}  ${number}  ${paintTrials(result, paint)}`;
}

/** Who stopped the runs, how many of them were running, and how many never started. */
function describeStop({ summary, results, budget }: Report): string {
  const missing = results.flatMap(listMissingRuns);
  const interrupted = missing.filter(({ file }) => file !== "").length;
  const notStarted = summary.statuses.runs["not run"] - interrupted;
  const why = budget?.stopped ?? missing.flatMap((run) => run.why ?? [])[0] ?? "stopped";
  const parts = [`${interrupted} interrupted`, `${notStarted} not started`];
  return terminalLine(`${why[0]?.toUpperCase()}${why.slice(1)}: ${parts.join(", ")}`);
}

/** Interrupted runs have a file; those that never started have none. */
function listMissingRuns({ status, why, file, trials }: PairResult) {
  return (trials ?? [{ status, why, file }]).filter((trial) => trial.status === "not run");
}
