/** Prints a report on stdout: the verdict, the results, what to fix, and what to do next. */
import { formatCount } from "../core/format-count.ts";
import type { Report } from "../core/report.ts";
import type { ReportVerdict } from "../core/report/gate.ts";
import { quoteShellWord } from "../core/shell-word.ts";
import { renderBudget } from "../report/text/render-budget.ts";
import { renderCalibration, renderJudgeNoise } from "../report/text/render-calibration.ts";
import { renderTopFixes } from "../report/text/render-fixes.ts";
import { renderJudging } from "../report/text/render-judging.ts";
import { renderCommand, renderPath } from "../report/text/render-next.ts";
import { renderRateLimits } from "../report/text/render-rate-limits.ts";
import { renderShards } from "../report/text/render-shards.ts";
import { renderStopped } from "../report/text/render-stopped.ts";
import { renderTable } from "../report/text/render-table.ts";
import { renderSentence, renderVerdictLines } from "../report/text/render-verdict.ts";
import { formatJson, terminalLine, wrapWidth } from "../report/text/terminal-safe.ts";
import { suggestNextCommand } from "../report/verdicts/next-command.ts";
import type { CiFiles } from "./ci/ci-flags.ts";
import { reportToGithub } from "./ci/github-job.ts";
import type { CliDeps } from "./command.ts";
import { locateReport } from "./locate-report.ts";
import { printComparison } from "./print-comparison.ts";
import type { Project } from "./project.ts";
import { printForPeople, type Terminal } from "./terminal.ts";

export interface PrintOptions {
  readonly terminal: Terminal;
  /** The report's folder, relative to here. */
  readonly folder: string;
  readonly configFlag?: string;
  /** How commands name the report; default: its id. */
  readonly name?: string;
}

export function printReport(report: Report, verdict: ReportVerdict, options: PrintOptions): void {
  const { terminal } = options;
  const { paint, width, textWidth = Infinity } = terminal;
  const out = printForPeople(terminal);
  const isStopped = report.state === "aborted";
  const view = { paint, width: textWidth };
  (isStopped ? renderSentence(verdict, view) : renderVerdictLines(report, verdict, view)).forEach(out);
  renderStopped(report, textWidth).forEach(out);
  out("");
  renderTable(report, paint, width).forEach(out);
  const fixes = isStopped ? [] : renderTopFixes(report, { width, paint });
  if (fixes.length > 0) ["", ...fixes].forEach(out);
  if (report.comparison !== undefined) {
    out("");
    printComparison(report.comparison, terminal);
  }
  const notes = listNotes(report).flatMap((note) => wrapWidth(note, textWidth, mostNoteLines));
  if (notes.length > 0) ["", ...notes.map(paint.dim)].forEach(out);
  if (!isStopped) ["", ...renderNext(report, options)].forEach(out);
}

const mostNoteLines = 4;

/** What else a reader should know, as single lines. */
function listNotes(report: Report): string[] {
  const { script, summary } = report;
  return [
    ...renderJudgeNoise(report),
    ...renderCalibration(report),
    ...renderJudging(report),
    ...renderBudget(report),
    ...renderRateLimits(report),
    ...renderShards(report),
    ...(summary.skipped === 0 ? [] : [`${formatCount(summary.skipped, "scenario")} skipped`]),
    ...(script === undefined
      ? []
      : [`Rehearsal: ${terminalLine(script.file)} answered instead of models. The numbers do not measure any agent.`]),
  ];
}

function renderNext(report: Report, options: PrintOptions): string[] {
  const { terminal, folder, configFlag = "" } = options;
  const { textWidth: width = Infinity, paint } = terminal;
  const next = suggestAfterComparison(report, options) || suggestNext(report, options);
  return [
    ...renderCommand("Open", `axis view${configFlag}`, width),
    ...(next === undefined ? [] : renderCommand("Next", next, width)),
    ...renderPath("Files", folder, width).map(paint.dim),
  ];
}

/** After a comparison that is not good, the command that looks into it; empty otherwise. */
function suggestAfterComparison({ comparison, rescoredFrom }: Report, { configFlag = "" }: PrintOptions): string {
  if (comparison === undefined || comparison.ok) return "";
  return suggestNextCommand(comparison, { configFlag, rescored: rescoredFrom !== undefined });
}

/** The lowest result that did not pass; if all did, what would raise them, else the lowest of all. */
function suggestNext(
  { results, reportId, fixes = [] }: Report,
  { configFlag = "", name = reportId }: PrintOptions,
): string | undefined {
  const withFile = results.filter(({ file }) => file !== "");
  const broken = withFile.filter(({ status }) => status === "failed" || status === "error");
  const lowest = (broken.length === 0 ? withFile : broken).toSorted(
    (a, b) => (a.means.axisScore ?? -1) - (b.means.axisScore ?? -1),
  )[0];
  if (lowest === undefined) return undefined;
  if (broken.length === 0 && fixes.length > 0) return `axis reports ${quoteShellWord(name)} --fix${configFlag}`;
  const isAlone = results.every(({ agentName }) => agentName === lowest.agentName);
  const agent = isAlone ? "" : ` -a ${quoteShellWord(lowest.agentName)}`;
  return terminalLine(
    `axis reports ${quoteShellWord(name)} ${quoteShellWord(lowest.scenarioKey)}${agent}${configFlag}`,
  );
}

/** What `publishReport` needs besides the report. */
export interface PublishOptions {
  readonly project: Project;
  readonly flags: { readonly json?: boolean | undefined; readonly github?: boolean | undefined };
  readonly ciFiles: CiFiles;
  readonly verdict: ReportVerdict;
  /** How commands name the report; default: its id. */
  readonly name?: string;
  /** What resumes it if it was stopped. */
  readonly resume?: string;
}

/** Prints a finished report, then writes the CI files and reports to GitHub if requested. */
export async function publishReport(report: Report, options: PublishOptions, deps: CliDeps): Promise<void> {
  const { project, flags, ciFiles, verdict, name, resume } = options;
  const { terminal } = deps;
  const isStopped = report.state === "aborted";
  // Sets the report apart from what was printed when it was stopped.
  if (isStopped && terminal.live) terminal.err("");
  if (flags.json) terminal.out(formatJson(report));
  else printReport(report, verdict, { terminal, ...locateReport(project, report, deps), ...(name && { name }) });
  if (isStopped && resume !== undefined)
    renderCommand("Resume", resume, terminal.textWidth ?? Infinity).forEach(terminal.err);
  await ciFiles.write(report, { verdict });
  if (flags.github) await reportToGithub(report, { verdict }, deps);
}
