/** `axis compare <a> <b>`: b against a; narrowed to one pair, also what the two runs did differently. */
import { dirname, resolve } from "node:path";
import { configFlag } from "../../config/load.ts";
import type { Baseline } from "../../core/report/baseline.ts";
import { AxisError } from "../../core/error.ts";
import { matchesName } from "../../core/paths/glob.ts";
import type { Report } from "../../core/report.ts";
import { baselineFrom } from "../../report/baseline.ts";
import { compareReports } from "../../report/compare.ts";
import { type Divergence, divergenceOf } from "../../report/divergence.ts";
import { fitWidth, jsonText, terminalLine } from "../../report/text/terminal-safe.ts";
import { parseReport, readDetailIn, textIfThere } from "../../store/documents/stored-document.ts";
import { reportFolder } from "../../store/paths.ts";
import type { CliWorld, CommandModule } from "../command.ts";
import { writeComparisonPage } from "../html/comparison-page.ts";
import { requirePairs } from "../filters.ts";
import { list, numberBetween } from "../options.ts";
import { printComparison } from "../print-comparison.ts";
import { openProject, openStore, type Project } from "../project.ts";
import { verdictSettingsOf } from "../verdict-settings.ts";

interface Flags {
  readonly config?: string;
  readonly scenario?: string[];
  readonly agent?: string[];
  readonly tolerance?: number;
  readonly strict?: true;
  readonly json?: true;
  readonly html?: string;
}

const examples = `
Each side is a report id, "latest", "baseline:<name>", or the path of a report.json.

Examples:
  axis compare 2026-06-12-205816 latest
  axis compare baseline:main latest --strict
  axis compare baseline:spring baseline:summer
  axis compare 2026-06-12-205816 latest --html changes.html
  axis compare before/report.json after/report.json -s hello-world`;

export const define: CommandModule["define"] = (command, act) => {
  command
    .argument("<a>", "what to compare with")
    .argument("<b>", "what is compared")
    .option("-s, --scenario <keys>", "only these scenario keys or globs", list)
    .option("-a, --agent <names>", "only these agents or globs", list)
    .option("--tolerance <n>", "points a result may move (default 1)", numberBetween(0, 100))
    .option("--strict", "a pair that is gone is a regression")
    .option("--json", "print JSON on stdout")
    .option("--html <file>", "also write a page with both sides, run by run and call by call")
    .option("-c, --config <path>", "config file")
    .addHelpText("after", examples)
    .action((a: string, b: string, flags: Flags) => act((world) => compare({ a, b }, flags, world)));
};

/** One side: its numbers, and its runs where they are at hand. */
interface Side {
  readonly name: string;
  readonly report?: Report;
  readonly baseline: Baseline;
  /** Where the files of the report are. */
  readonly folder?: string;
}

async function compare(
  { a, b }: { readonly a: string; readonly b: string },
  flags: Flags,
  world: CliWorld,
): Promise<number> {
  const project = await projectIfAny(flags, world);
  const before = await openSide(a, project, world);
  const after = await openSide(b, project, world);
  requirePairs(flags, [...pairsOf(before), ...pairsOf(after)], "either side");
  const allows = (pair: { scenarioKey: string; agentName: string }) =>
    (flags.scenario?.some((pattern) => matchesName(pattern, pair.scenarioKey, "@")) ?? true) &&
    (flags.agent?.some((pattern) => matchesName(pattern, pair.agentName, "|")) ?? true);
  const comparison = compareReports(before.baseline, after.report ?? after.baseline, {
    allows,
    ...(project !== undefined && { verdict: await verdictSettingsOf(project, world) }),
    ...(before.report === undefined && { baselineName: before.name }),
    ...(after.report === undefined && { currentName: after.name }),
    ...(flags.tolerance !== undefined && { tolerance: flags.tolerance }),
    ...(flags.strict && { strict: true }),
  });
  if (comparison.entries.length === 0)
    throw new AxisError("report-missing", "No pair is in either of the two, or matches the filters", {
      hint: `See what they hold with: axis reports ${after.report?.reportId ?? "latest"}`,
    });
  const [only, ...others] = comparison.entries;
  const { terminal } = world;
  const divergence =
    only !== undefined && others.length === 0
      ? await divergenceBetween(before, after, only).catch((error: unknown) => withoutRuns(error, terminal))
      : null;
  if (flags.json) terminal.out(jsonText(divergence === null ? comparison : { ...comparison, divergence }));
  else {
    printComparison(comparison, terminal, {
      names: { baseline: a, candidate: b },
      rescored: after.report?.rescoredFrom !== undefined,
      ...(project !== undefined && { configFlag: configFlag(project.configFile, world.cwd) }),
    });
    if (divergence !== null) divergenceLines(divergence, terminal.width).forEach(terminal.out);
  }
  if (flags.html !== undefined) await writeComparisonPage({ before, after, comparison, file: flags.html }, world);
  return comparison.ok ? 0 : 1;
}

/** Of a report also those that failed, which its numbers leave out. */
function pairsOf({ report, baseline }: Side): { scenarioKey: string; agentName: string }[] {
  const saved = Object.entries(baseline.results).flatMap(([scenarioKey, agents]) =>
    Object.keys(agents).map((agentName) => ({ scenarioKey, agentName })),
  );
  return [...saved, ...(report?.results ?? [])];
}

async function openSide(name: string, project: Project | undefined, world: CliWorld): Promise<Side> {
  if (name.startsWith("baseline:")) {
    const { store } = project ?? (await openProject(world, undefined));
    const title = name.slice("baseline:".length);
    return { name: title, baseline: await store.readBaseline(title) };
  }
  const asBaseline = (report: Report) =>
    baselineFrom(report, { name: report.reportId, now: report.timestamp }).baseline;
  if (name.endsWith(".json")) {
    const file = resolve(world.cwd, name);
    const report = await readReportFile(file);
    return { name, report, baseline: asBaseline(report), folder: dirname(file) };
  }
  if (/[/\\]/.test(name))
    throw new AxisError("report-missing", `${name} is neither the id of a report nor the path of a report.json`, {
      hint: "Name the file itself, such as before/report.json",
    });
  const { store, configDir } = project ?? { store: openStore(world, world.cwd), configDir: world.cwd };
  const report = await store.readReport(name);
  return { name, report, baseline: asBaseline(report), folder: reportFolder(configDir, report.reportId) };
}

/** Reports can be compared where there is no project; a config that is named must be there. */
async function projectIfAny({ config }: Flags, world: CliWorld): Promise<Project | undefined> {
  try {
    return await openProject(world, config);
  } catch (error) {
    if (config === undefined && error instanceof AxisError && error.code === "config-missing") return undefined;
    throw error;
  }
}

async function readReportFile(file: string): Promise<Report> {
  const text = await textIfThere(file);
  if (text !== undefined) return parseReport(text, file);
  throw new AxisError("report-missing", `There is no file ${file}`, {
    hint: "Name a report.json, a report by its id, or a baseline as baseline:<name>",
  });
}

async function divergenceBetween(
  before: Side,
  after: Side,
  pair: { scenarioKey: string; agentName: string },
): Promise<Divergence | null> {
  const fileIn = (side: Side) =>
    side.report?.results.find(
      ({ scenarioKey, agentName }) => scenarioKey === pair.scenarioKey && agentName === pair.agentName,
    )?.file;
  const [old, now] = [fileIn(before), fileIn(after)];
  if (!old || !now || before.folder === undefined || after.folder === undefined) return null;
  return divergenceOf(await readDetailIn(before.folder, old), await readDetailIn(after.folder, now));
}

/** A report can be handed on without its runs: its numbers are compared all the same. */
function withoutRuns(error: unknown, { err }: CliWorld["terminal"]): null {
  if (!(error instanceof AxisError)) throw error;
  err(`Warning: what the runs did differently is not known: ${terminalLine(error.message)}`);
  return null;
}

function divergenceLines(divergence: Divergence, width: number): string[] {
  const fit = (text: string) => fitWidth(terminalLine(text), width - 4);
  const listed = (title: string, calls: readonly string[]) =>
    calls.length === 0
      ? []
      : [
          `${title}:`,
          ...calls.slice(0, 10).map((call) => `    ${fit(call)}`),
          ...(calls.length > 10 ? [`    and ${calls.length - 10} more`] : []),
        ];
  if (divergence.firstAt === null) return ["", "Both runs made the same calls in the same order."];
  return [
    "",
    `The two runs part at call ${divergence.firstAt}:`,
    `    before: ${fit(divergence.first.before ?? "(no further call)")}`,
    `    after:  ${fit(divergence.first.after ?? "(no further call)")}`,
    ...listed("Only before", divergence.onlyBefore),
    ...listed("Only after", divergence.onlyAfter),
  ];
}
