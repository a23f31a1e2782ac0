/** `axis reports`: lists reports, shows one report, or shows one run in full. */
import { formatCount } from "../../core/format-count.ts";
import { formatConfigFlag } from "../../config/load-config.ts";
import { matchesName } from "../../core/paths/glob.ts";
import { listDetailFiles } from "../../core/report/pair-result.ts";
import { formatShard } from "../../report/text/render-shards.ts";
import type { Report } from "../../core/report.ts";
import type { RunDetail } from "../../core/report/run-detail.ts";
import { AxisError } from "../../core/error.ts";
import { findNearestName } from "../../core/names/nearest.ts";
import { formatDuration, formatScore } from "../../report/text/format.ts";
import { describeOutcome } from "../../report/competition/competition-words.ts";
import { paintVerdict } from "../../report/text/render-verdict.ts";
import { decideVerdict } from "../../report/report-verdict.ts";
import { renderCommand } from "../../report/text/render-next.ts";
import { renderDetail } from "../../report/text/render-detail.ts";
import { formatJson, terminalLine } from "../../report/text/terminal-safe.ts";
import { isLocked } from "../../store/disk/lock.ts";
import { reportFolder } from "../../store/paths.ts";
import { findChangedNumbers } from "../../store/stored-numbers.ts";
import { type CiFlags, openCiFiles, addCiFlags } from "../ci/ci-flags.ts";
import type { CliDeps, CommandModule } from "../command.ts";
import { addConfigFlag } from "../hint-config.ts";
import type { ExportFormat } from "../html/export-file.ts";
import { showPage } from "../html/show-page.ts";
import { parseList, parseOneOf, parseWholeNumber } from "../options.ts";
import type { MergeFlags } from "../merge/merge-reports.ts";
import { printReport } from "../print-report.ts";
import { openReportsProject, type Project } from "../project.ts";
import { locateReport } from "../locate-report.ts";
import { fixGroupings, type FixGrouping } from "../../report/text/render-fixes.ts";
import { showTrend, type TrendFlags } from "./reports-trend.ts";

interface Flags extends CiFlags {
  readonly config?: string;
  readonly limit?: number;
  readonly agent?: string[];
  readonly json?: true;
  readonly html?: true;
  readonly fix?: true;
  readonly fixBy?: FixGrouping;
}

const examples = `
Examples:
  axis reports                              every report, newest first
  axis reports latest                       the newest report
  axis reports latest hello-world           one scenario in full: checks, audits, transcript
  axis reports latest hello-world -a tinker --json
  axis reports latest --fix                 what to fix, the most expensive first
  axis reports latest --junit axis.xml      the newest report as JUnit XML
  axis reports latest --html                the newest report as a page, opened in the browser
  axis reports export latest                one file to share; also as Markdown or as a badge
  axis reports merge shards/                one report of all shards in this folder
  axis reports trend                        each agent's numbers over the last 20 reports
  axis reports trend hello-world -n 50      one scenario's, over the last 50`;

export const define: CommandModule["define"] = (command, act) => {
  command
    .argument("[reportId]", 'report id, the start of one, or "latest"')
    .argument("[scenarioKey]", "scenario; a base key shows all its variants")
    .option("-n, --limit <count>", "list at most this many reports", parseWholeNumber(1))
    .option("-a, --agent <names>", "show only these agents or globs, separated by commas", parseList)
    .option("--json", "print JSON on stdout")
    .option("--fix", "list what to fix, with what it costs, the evidence and what helps")
    .option("--fix-by <group>", "group that list by cause (default), owner or scenario", parseOneOf(fixGroupings))
    .option("--html", "rebuild the page of one report, open it if there is a browser, and print its path")
    .option("-c, --config <path>", "config file");
  addCiFlags(command)
    .addHelpText("after", examples)
    .action((id: string | undefined, key: string | undefined, flags: Flags) =>
      act(async (deps) => {
        requireWholeReport(id, key, flags);
        const project = await openReportsProject(deps, flags.config);
        if (id === undefined) return listReports(project, flags, deps);
        if (flags.html) return showPage(await project.store.readReport(id), { project }, deps);
        const report = narrowToAgents(await project.store.readReport(id), flags.agent);
        const results = key === undefined ? undefined : findResults(report, key);
        if (isFixList(flags)) {
          const { showFixes } = await import("./reports-fix.ts");
          return showFixes(report, { results, by: flags.fixBy, json: flags.json }, { project, deps });
        }
        return key === undefined
          ? showReport(report, flags, { project, deps, name: id })
          : showRuns(report, key, { project, flags, deps });
      }),
    );
  command
    .command("export")
    .description("Export a report as one file to share")
    .argument("<reportId>", 'report id, the start of one, or "latest"')
    .option(
      "--format <format>",
      "html (default), markdown, or badge (an SVG image)",
      parseOneOf(["html", "markdown", "badge"]),
    )
    .option("-o, --output <file>", "write to this file (default: axis-report-<reportId> in this folder)")
    .option("-c, --config <path>", "config file")
    .action((id: string, flags: ExportFlags) =>
      act(async (deps) => {
        const project = await openReportsProject(deps, flags.config);
        const { exportReport } = await import("../html/export-file.ts");
        const { format = "html", output } = flags;
        return exportReport({ project, report: await project.store.readReport(id), format, output }, deps);
      }),
    );
  defineTrend(command, act);
  defineMerge(command, act);
};

const defineMerge: CommandModule["define"] = (command, act) => {
  const merge = command
    .command("merge")
    .description("Make one report of the reports of axis run --shard")
    .argument("<shards...>", "report ids, folders of reports, or folders that hold them, such as downloaded artifacts")
    .option("--allow-missing", "leave out the results of missing shards; without it, the verdict is INCOMPLETE")
    .option("--compare-baseline [name]", "compare with a saved baseline afterwards (default: main)")
    .option("--no-push", "do not send the report to the database of AXIS_DATABASE_URL or settings.store.url")
    .option("--json", "print the report as JSON on stdout")
    .option("-c, --config <path>", "config file");
  addCiFlags(merge)
    .option("--no-github", "in GitHub Actions: write no annotations, step summary or outputs")
    .action((names: string[], flags: MergeFlags) =>
      act(async (deps) => {
        const { mergeReports } = await import("../merge/merge-reports.ts");
        return mergeReports(names, flags, deps);
      }),
    );
};

const defineTrend: CommandModule["define"] = (command, act) => {
  command
    .command("trend")
    .description("Show the numbers over past reports and flag outliers among the newest")
    .argument("[scenario]", "scenario; without one, all scenarios of an agent together")
    .option("-n, --limit <count>", "include at most this many of the newest reports (default 20)", parseWholeNumber(1))
    .option("-a, --agent <names>", "show only these agents or globs, separated by commas", parseList)
    .option("--json", "print JSON on stdout")
    .option("-c, --config <path>", "config file")
    .action((scenario: string | undefined, flags: TrendFlags & { readonly config?: string }) =>
      act(async (deps) => showTrend(scenario, flags, { project: await openReportsProject(deps, flags.config), deps })),
    );
};

function isFixList({ fix, fixBy }: Flags): boolean {
  return fix === true || fixBy !== undefined;
}

interface ExportFlags {
  readonly format?: ExportFormat;
  readonly output?: string;
  readonly config?: string;
}

function findCiFlag({ junit, markdown, sarif }: Flags): string | undefined {
  const files = { "--junit": junit, "--markdown": markdown, "--sarif": sarif };
  return Object.entries(files).find(([, file]) => file !== undefined)?.[0];
}

/** A page or a CI file always covers a whole report, because the verdict does. */
function requireWholeReport(id: string | undefined, key: string | undefined, flags: Flags): void {
  if (flags.html && (id === undefined || key !== undefined || flags.agent !== undefined || flags.json))
    throw new AxisError("flag-invalid", "--html shows a whole report", {
      hint: "Use it without a scenario, -a or --json: axis reports latest --html",
    });
  const flag = findCiFlag(flags);
  requireFixableReport(id, flags);
  if (flag === undefined || (id !== undefined && key === undefined && !flags.agent)) return;
  throw new AxisError("flag-invalid", `${flag} writes a whole report`, {
    hint: "Name a report, such as latest, and leave out the scenario and -a",
  });
}

function requireFixableReport(id: string | undefined, flags: Flags): void {
  if (!isFixList(flags)) return;
  const other = flags.html ? "--html" : findCiFlag(flags);
  if (other !== undefined)
    throw new AxisError("flag-invalid", `--fix prints a list and cannot be combined with ${other}`, {
      hint: `Run both: axis reports latest --fix, and axis reports latest ${other}`,
    });
  if (id === undefined)
    throw new AxisError("flag-invalid", "--fix needs a report", { hint: "Name one: axis reports latest --fix" });
}

/** A report marked as running that no process is writing was interrupted. */
async function readState({ state, reportId }: Report, { configDir }: Project): Promise<string> {
  if (state !== "running") return state;
  return (await isLocked(reportFolder(configDir, reportId))) ? state : "interrupted";
}

async function listReports(project: Project, flags: Flags, { terminal, cwd }: CliDeps): Promise<number> {
  const configFlag = formatConfigFlag(project.configFile, cwd);
  const { reports, unreadable } = await project.store.listReports();
  for (const { reportId, why } of unreadable)
    terminal.err(`Warning: ${reportId} cannot be read: ${addConfigFlag(terminalLine(why), configFlag)}`);
  const shown = reports.slice(0, flags.limit ?? reports.length);
  if (flags.json) {
    const rows = shown.map(
      ({
        report: {
          results: _results,
          scoring: _scoring,
          statistics: _statistics,
          comparison: _comparison,
          fixes: _fixes,
          fixSummary: _fixSummary,
          ...row
        },
      }) => row,
    );
    terminal.out(formatJson(rows));
    return 0;
  }
  if (shown.length === 0) terminal.out(`There are no reports yet. Create one with: axis run${configFlag}`);
  for (const { report } of shown) {
    const { summary, durationMs, reportId } = report;
    const state = await readState(report, project);
    const word = state === "running" ? "running" : readWord(report);
    const counts = `${summary.statuses.results.passed} of ${formatCount(summary.total, "result")} passed`;
    const note = [
      state === "interrupted" ? ", interrupted" : "",
      report.scripted === true ? ", rehearsal" : "",
      report.shard === undefined ? "" : `, ${formatShard(report.shard)}`,
    ].join("");
    terminal.out(
      `${reportId}  ${paintVerdict(word, terminal.paint)}${nameWinner(report)}  AXIS Result ${formatScore(summary.averageAxisScore)}  ${counts}, ${formatDuration(durationMs)}${note}`,
    );
  }
  return 0;
}

function readWord(report: Report): string {
  if (report.competition !== undefined) return describeOutcome(report.competition).word;
  return (report.verdict ?? decideVerdict(report)).verdict;
}

function nameWinner({ competition }: Report): string {
  if (competition === undefined || competition.winner === null) return "";
  return ` ${terminalLine(competition.winner)}, ${competition.verdict === "PROVEN" ? "proven" : "too close to call"}`;
}

async function showReport(
  report: Report,
  flags: Flags,
  { project, deps, name }: { readonly project: Project; readonly deps: CliDeps; readonly name: string },
): Promise<number> {
  const { terminal } = deps;
  const ciFiles = await openCiFiles(flags, deps.cwd);
  const verdict = flags.agent === undefined && report.verdict !== undefined ? report.verdict : decideVerdict(report);
  if (flags.json) terminal.out(formatJson(report));
  else printReport(report, verdict, { terminal, name, ...locateReport(project, report, deps) });
  const isCutOff = ["aborted", "interrupted"].includes(await readState(report, project));
  if (isCutOff && report.rescoredFrom === undefined && report.shards === undefined) {
    const command = `axis run --resume ${report.reportId}${formatConfigFlag(project.configFile, deps.cwd)}`;
    renderCommand("Resume", command, terminal.textWidth ?? Infinity).forEach(terminal.err);
  }
  for (const change of await findChangedNumbers(project.configDir, report))
    terminal.err(terminalLine(`Warning: ${change}`));
  await ciFiles.write(report, { verdict });
  return 0;
}

async function showRuns(
  report: Report,
  key: string,
  { project, flags, deps }: { readonly project: Project; readonly flags: Flags; readonly deps: CliDeps },
): Promise<number> {
  const results = findResults(report, key);
  const details: RunDetail[] = [];
  for (const file of results.flatMap(listDetailFiles))
    details.push(await project.store.readDetail(report.reportId, file));
  const { terminal } = deps;
  if (flags.json) terminal.out(formatJson(details));
  else details.forEach((detail) => renderDetail(detail, terminal.paint, terminal.width).forEach(terminal.out));
  for (const { scenarioKey, agentName, file } of results)
    if (file === "")
      terminal.err(
        `${terminalLine(scenarioKey)} (${terminalLine(agentName)}) was not run: there are no details to show.`,
      );
  return 0;
}

function findResults(report: Report, key: string): Report["results"] {
  const results = report.results.filter(({ scenarioKey }) => matchesName(key, scenarioKey, "@"));
  if (results.length === 0) throw unknownScenarioError(report, key);
  return results;
}

function narrowToAgents(report: Report, agents: readonly string[] | undefined): Report {
  if (agents === undefined) return report;
  const results = report.results.filter(({ agentName }) =>
    agents.some((pattern) => matchesName(pattern, agentName, "|")),
  );
  // What to fix is about all agents; it is computed again for these when it is asked for.
  const { fixes: _fixes, fixSummary: _fixSummary, ...rest } = report;
  if (results.length > 0) return { ...rest, results };
  const names = [...new Set(report.results.map(({ agentName }) => agentName))];
  throw new AxisError("report-missing", `No agent in ${report.reportId} matches ${agents.join(", ")}`, {
    hint: `Available: ${names.join(", ")}`,
  });
}

function unknownScenarioError(report: Report, key: string): AxisError {
  const keys = [...new Set(report.results.map(({ scenarioKey }) => scenarioKey))];
  const guess = findNearestName(key, keys);
  return new AxisError("report-missing", `The report ${report.reportId} has no scenario "${key}"`, {
    hint: guess === undefined ? `Available: ${keys.slice(0, 20).join(", ")}` : `Did you mean "${guess}"?`,
  });
}
