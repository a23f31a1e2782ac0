/** Prints a report on stdout: the verdict, the table, and where to find details. */
import { relative } from "node:path";
import type { Report } from "../core/report.ts";
import type { ReportVerdict } from "../core/report/gate.ts";
import { renderBudget } from "../report/text/render-budget.ts";
import { renderRateLimits } from "../report/text/render-rate-limits.ts";
import { renderJudging } from "../report/text/render-judging.ts";
import { renderCalibration, renderJudgeNoise } from "../report/text/render-calibration.ts";
import { renderStatistics } from "../report/text/render-statistics.ts";
import { renderStopped } from "../report/text/render-stopped.ts";
import { renderTable } from "../report/text/render-table.ts";
import { renderVerdict } from "../report/text/render-verdict.ts";
import { formatConfigFlag } from "../config/load-config.ts";
import { quoteShellWord } from "../core/shell-word.ts";
import { formatJson, terminalLine } from "../report/text/terminal-safe.ts";
import type { CiFiles } from "./ci/ci-flags.ts";
import { reportToGithub } from "./ci/github-job.ts";
import type { CliDeps } from "./command.ts";
import { locateReport } from "./locate-report.ts";
import { printComparison } from "./print-comparison.ts";
import type { Project } from "./project.ts";
import type { Terminal } from "./terminal.ts";

export function printReport(
  report: Report,
  verdict: ReportVerdict,
  {
    terminal,
    folder,
    configFlag = "",
  }: { readonly terminal: Terminal; readonly folder: string; readonly configFlag?: string },
): void {
  const { out, paint, width } = terminal;
  out(renderVerdict(report, verdict, paint));
  out("");
  for (const line of renderTable(report, paint, width)) out(line);
  for (const line of [
    ...renderStatistics(report),
    ...renderJudgeNoise(report),
    ...renderCalibration(report),
    ...renderJudging(report),
    ...renderBudget(report),
    ...renderRateLimits(report),
  ])
    out(paint.dim(line));
  if (report.comparison !== undefined) {
    out("");
    printComparison(report.comparison, terminal, { configFlag, rescored: report.rescoredFrom !== undefined });
  }
  out("");
  if (report.script !== undefined)
    out(
      `Rehearsal: ${terminalLine(report.script.file)} answered instead of models. The numbers do not measure any agent.`,
    );
  out(`Report: ${folder}/report.json`);
  const worst = findWorst(report.results);
  if (worst !== undefined)
    out(
      paint.dim(
        `Show details with: axis reports ${report.reportId} ${quoteShellWord(worst.scenarioKey)} -a ${quoteShellWord(worst.agentName)}${configFlag}`,
      ),
    );
}

/** The first result that did not pass, else the one with the lowest AXIS Result. */
function findWorst(results: Report["results"]): Report["results"][number] | undefined {
  const withFile = results.filter(({ file }) => file !== "");
  const lowest = withFile.toSorted((a, b) => (a.means.axisScore ?? -1) - (b.means.axisScore ?? -1))[0];
  return withFile.find(({ status }) => status === "failed" || status === "error") ?? lowest;
}

/** What `publishReport` needs besides the report. */
export interface PublishOptions {
  readonly project: Project;
  readonly flags: { readonly json?: boolean | undefined; readonly github?: boolean | undefined };
  readonly ciFiles: CiFiles;
  readonly verdict: ReportVerdict;
  /** The path of the page, if one was written. */
  readonly page: string | undefined;
}

/** Prints a finished report, then writes the CI files and reports to GitHub if requested. */
export async function publishReport(report: Report, options: PublishOptions, deps: CliDeps): Promise<void> {
  const { project, flags, ciFiles, verdict, page } = options;
  const { terminal } = deps;
  if (flags.json) terminal.out(formatJson(report));
  else if (report.state === "aborted")
    renderStopped(report, verdict, {
      paint: terminal.paint,
      configFlag: formatConfigFlag(project.configFile, deps.cwd),
    }).forEach((line) => terminal.out(line));
  else {
    printReport(report, verdict, { terminal, ...locateReport(project, report, deps) });
    if (page !== undefined) terminal.out(`Page:   ${relative(deps.cwd, page)}`);
  }
  await ciFiles.write(report, { verdict });
  if (flags.github) await reportToGithub(report, { verdict }, deps);
}
