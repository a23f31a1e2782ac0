/** `axis baseline`: saves the numbers of a report under a name, so that later reports can be compared with them. */
import { Argument, Option } from "commander";
import { formatConfigFlag } from "../../config/load-config.ts";
import { AxisError } from "../../core/error.ts";
import { formatCount } from "../../core/format-count.ts";
import type { Baseline } from "../../core/report/baseline.ts";
import { nameProblem } from "../../core/names/names.ts";
import { type BaselineChanges, baselineFrom, type BaselineKey, listBaselineReports } from "../../report/baseline.ts";
import { compareReports } from "../../report/compare.ts";
import { formatScore, paintScore } from "../../report/text/format.ts";
import { formatJson, terminalLine } from "../../report/text/terminal-safe.ts";
import type { CliDeps, CommandModule } from "../command.ts";
import { parseNumberBetween } from "../options.ts";
import { printComparison } from "../print-comparison.ts";
import { openProject, type Project } from "../project.ts";
import { readVerdictSettings } from "../verdict-settings.ts";

interface Flags {
  readonly config?: string;
  readonly from: string;
  readonly replace?: true;
  readonly report: string;
  readonly tolerance?: number;
  readonly strict?: true;
  readonly json?: true;
}

const examples = `
Examples:
  axis baseline set                         save the numbers of the newest report as "main"
  axis baseline set release --from 2026-06-12-205816
  axis baseline set --replace               the same, and remove entries that the report does not have
  axis baseline compare                     compare the newest report with "main"; exit 1 on a regression
  axis run --compare-baseline               run, then compare`;

const nameArgument = () => new Argument("[name]", "name of the baseline").default("main");

export const define: CommandModule["define"] = (command, act) => {
  const withProject = (action: (project: Project, deps: CliDeps) => Promise<number>, flags: Flags) =>
    act(async (deps) => action(await openProject(deps, flags.config), deps));
  const config = ["-c, --config <path>", "config file"] as const;

  command
    .addHelpText("after", examples)
    .command("set")
    .description("Save the numbers of a report under a name")
    .addArgument(nameArgument())
    .option("--from <reportId>", "the report to save", "latest")
    .option("--replace", "remove entries of results that the report does not have")
    // What --merge asked for is now the default; scripts that still pass it keep working.
    .addOption(new Option("--merge").hideHelp().conflicts("replace"))
    .option(...config)
    .action((title: string, flags: Flags) =>
      withProject((project, deps) => saveBaseline(title, flags, { project, deps }), flags),
    );
  command
    .command("list")
    .description("List the baselines, newest first")
    .option("--json", "print JSON on stdout")
    .option(...config)
    .action((flags: Flags) => withProject((project, deps) => listBaselines(project, flags, deps), flags));
  command
    .command("show")
    .description("Print the entries of a baseline")
    .addArgument(nameArgument())
    .option("--json", "print JSON on stdout")
    .option(...config)
    .action((title: string, flags: Flags) =>
      withProject((project, deps) => showBaseline(title, flags, { project, deps }), flags),
    );
  command
    .command("compare")
    .description("Compare a report with a baseline")
    .addArgument(nameArgument())
    .option("--report <reportId>", "the report to compare", "latest")
    .option("--tolerance <n>", "points an AXIS Result may change (default 1)", parseNumberBetween(0, 100))
    .option("--strict", "treat every missing result as a regression")
    .option("--json", "print JSON on stdout")
    .option(...config)
    .action((title: string, flags: Flags) =>
      withProject((project, deps) => compareReport(title, flags, { project, deps }), flags),
    );
  command
    .command("delete")
    .description("Delete a baseline")
    .addArgument(nameArgument())
    .option(...config)
    .action((title: string, flags: Flags) =>
      withProject((project, deps) => deleteBaseline(title, { project, deps }), flags),
    );
};

interface BaselineContext {
  readonly project: Project;
  readonly deps: CliDeps;
}

async function saveBaseline(title: string, flags: Flags, { project, deps }: BaselineContext): Promise<number> {
  requireBaselineName(title);
  const report = await project.store.readReport(flags.from);
  const previous = await project.store.findBaseline(title);
  const { baseline, leftOut, changes } = baselineFrom(report, {
    name: title,
    now: deps.now().toISOString(),
    previous,
    merge: flags.replace !== true,
  });
  const kept = new Set(changes.kept.map(formatKey));
  for (const { why, ...key } of leftOut)
    deps.terminal.err(
      `Skipped: ${formatKey(key)}, ${terminalLine(why)}${kept.has(formatKey(key)) ? "; its earlier numbers are kept" : ""}`,
    );
  if (leftOut.length === report.results.length)
    throw new AxisError(
      "baseline-empty",
      `No result of ${report.reportId} has an AXIS Result, so there is nothing to save`,
      {
        hint: "Run the scenarios again, or choose another report with --from",
      },
    );
  await project.store.writeBaseline(baseline);
  const saved = report.results.length - leftOut.length;
  for (const line of describeChanges(changes)) deps.terminal.err(line);
  deps.terminal.out(
    `Saved ${formatCount(saved, "result")} of ${report.reportId} as baseline ${title} (.axis/baselines/${title}.json)${formatTotals(changes, saved)}`,
  );
  return 0;
}

function formatKey({ scenarioKey, agentName }: BaselineKey): string {
  return `${terminalLine(scenarioKey)} (${terminalLine(agentName)})`;
}

/** Names the entries that are lost or that have fewer trials than before. */
function describeChanges({ removed, replaced }: BaselineChanges): string[] {
  return [
    ...removed.map((key) => `Removed: ${formatKey(key)}`),
    ...replaced.flatMap(({ trialsBefore, trials, ...key }) =>
      trials < trialsBefore ? [`Fewer trials: ${formatKey(key)}, ${trials} instead of ${trialsBefore}`] : [],
    ),
  ];
}

/** Such as ": kept 12 results from the baseline, replaced 3"; empty for a first baseline. */
function formatTotals({ kept, replaced, removed }: BaselineChanges, saved: number): string {
  const added = saved - replaced.length;
  if (kept.length + replaced.length + removed.length === 0) return "";
  const parts = [
    ...(kept.length > 0 ? [`kept ${formatCount(kept.length, "result")} from the baseline`] : []),
    ...(replaced.length > 0 ? [`replaced ${replaced.length}`] : []),
    ...(added > 0 ? [`added ${added}`] : []),
    ...(removed.length > 0 ? [`removed ${removed.length}`] : []),
  ];
  return `: ${parts.join(", ")}`;
}

async function listBaselines(project: Project, flags: Flags, { terminal, cwd }: CliDeps): Promise<number> {
  const found = await project.store.listBaselines();
  const baselines = found.toSorted((a, b) => (a.updatedAt > b.updatedAt ? -1 : 1));
  if (flags.json) terminal.out(formatJson(baselines));
  else if (baselines.length === 0)
    terminal.out(
      `There are no baselines yet. Save one with: axis baseline set${formatConfigFlag(project.configFile, cwd)}`,
    );
  else for (const baseline of baselines) terminal.out(formatBaseline(baseline));
  return 0;
}

function formatBaseline(baseline: Baseline): string {
  const { name: title, updatedAt, results, fromReportId } = baseline;
  const others = listBaselineReports(baseline).length - 1;
  const from = others === 0 ? fromReportId : `${fromReportId} and ${formatCount(others, "earlier report")}`;
  const agents = new Set(Object.values(results).flatMap((entries) => Object.keys(entries)));
  return `${title}  updated ${updatedAt} from ${from}  ${formatCount(Object.keys(results).length, "scenario")}, ${formatCount(agents.size, "agent")}`;
}

async function showBaseline(title: string, flags: Flags, { project, deps }: BaselineContext): Promise<number> {
  const baseline = await project.store.readBaseline(title);
  const { terminal } = deps;
  if (flags.json) {
    terminal.out(formatJson(baseline));
    return 0;
  }
  terminal.out(formatBaseline(baseline));
  for (const [key, agents] of Object.entries(baseline.results))
    for (const [agent, entry] of Object.entries(agents)) {
      const parts = `goal ${formatScore(entry.goalAchievement)}, environment ${formatScore(entry.environment)}, service ${formatScore(entry.service)}, agent ${formatScore(entry.agent)}`;
      terminal.out(
        `  ${terminalLine(key)} (${terminalLine(agent)})  AXIS Result ${paintScore(entry.axisScore, terminal.paint)}  ${parts}`,
      );
    }
  return 0;
}

async function compareReport(title: string, flags: Flags, { project, deps }: BaselineContext): Promise<number> {
  const baseline = await project.store.readBaseline(title);
  const report = await project.store.readReport(flags.report);
  const comparison = compareReports(baseline, report, {
    baselineName: title,
    verdict: await readVerdictSettings(project, deps),
    tolerance: flags.tolerance,
    ...(flags.strict && { strict: true }),
  });
  const { terminal } = deps;
  if (flags.json) terminal.out(formatJson(comparison));
  else
    printComparison(comparison, terminal, {
      configFlag: formatConfigFlag(project.configFile, deps.cwd),
      rescored: report.rescoredFrom !== undefined,
    });
  return comparison.ok ? 0 : 1;
}

async function deleteBaseline(title: string, { project, deps }: BaselineContext): Promise<number> {
  requireBaselineName(title);
  await project.store.removeBaseline(title);
  deps.terminal.out(`Deleted baseline ${title}`);
  return 0;
}

function requireBaselineName(title: string): void {
  const problem = nameProblem(title);
  if (problem !== null) throw new AxisError("name-invalid", `The baseline name ${JSON.stringify(title)} ${problem}`);
}
