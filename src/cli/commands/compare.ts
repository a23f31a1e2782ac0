/** `axis compare <a> <b>`: compares b with a; for a single result it also shows what the two runs did differently. */
import { dirname, relative, resolve } from "node:path";
import { formatConfigFlag } from "../../config/load-config.ts";
import { AxisError } from "../../core/error.ts";
import { matchesName } from "../../core/paths/glob.ts";
import type { Report } from "../../core/report.ts";
import type { Baseline } from "../../core/report/baseline.ts";
import type { Comparison } from "../../core/report/comparison.ts";
import { baselineFrom } from "../../report/baseline.ts";
import { compareReports } from "../../report/compare.ts";
import { compareCauses } from "../../report/compare-causes.ts";
import { type Divergence, divergenceOf } from "../../report/divergence.ts";
import type { PageSide } from "../../report/html/pages.ts";
import { writePageFile } from "../../report/page/page-file.ts";
import { createPageSide, openRunsIn } from "../../report/page/page-side.ts";
import { renderCauses } from "../../report/text/render-comparison.ts";
import { fitWidth, formatJson, terminalLine } from "../../report/text/terminal-safe.ts";
import { parseReport, readDetailFile, readTextIfExists } from "../../store/documents/read-document.ts";
import { reportFolder } from "../../store/paths.ts";
import type { CliDeps, CommandModule } from "../command.ts";
import { requireFilterMatches } from "../filters.ts";
import { openPage } from "../html/show-page.ts";
import { parseList, parseNumberBetween } from "../options.ts";
import { printComparison } from "../print-comparison.ts";
import { openProject, openStore, type Project } from "../project.ts";
import type { Terminal } from "../terminal.ts";
import { readVerdictSettings } from "../verdict-settings.ts";

/** A side as the command passes it: a baseline has no report and no runs. */
interface Side {
  readonly name: string;
  readonly report?: Report;
  readonly baseline: Baseline;
  /** The folder with the report's files. */
  readonly folder?: string;
}

interface ComparedSides {
  readonly before: Side;
  readonly after: Side;
  readonly comparison: Comparison;
}

interface ComparisonPage extends ComparedSides {
  readonly file: string;
}

/** The page shows only the results of the comparison. */
async function writeComparisonPage(page: ComparisonPage, deps: CliDeps): Promise<void> {
  const path = resolve(deps.cwd, page.file);
  const sides = [page.before, page.after].map((side) => toPageSide(side, page.comparison, deps));
  await writePageFile(path, { sides, comparison: page.comparison }, { isSingle: true });
  deps.terminal.err(`Page: ${relative(deps.cwd, path)}`);
  await openPage(path, deps);
}

/** Never called, because such a side lists no files. */
const rejectRun = () => Promise.reject(new Error("A baseline has no runs"));

function toPageSide(side: Side, comparison: Comparison, deps: CliDeps): PageSide {
  const { name, folder } = side;
  const report = narrowReport(side, comparison);
  if (report === null || folder === undefined)
    return { name, report: null, verdict: null, files: [], readRun: rejectRun, onLeftOut: () => {} };
  return createPageSide({
    name: report.reportId,
    report,
    verdict: null,
    folder,
    onlyDiffs: true,
    openRun: openRunsIn(folder),
    onWarning: (message) => deps.terminal.err(`Warning: ${terminalLine(message)}`),
  });
}

/** The report with only the results of the comparison; null for a baseline. */
function narrowReport({ report }: Side, { entries }: Comparison): Report | null {
  if (report === undefined) return null;
  const wanted = new Set(entries.map(({ scenarioKey, agentName }) => `${scenarioKey}\n${agentName}`));
  const results = report.results.filter(({ scenarioKey, agentName }) => wanted.has(`${scenarioKey}\n${agentName}`));
  return { ...report, results };
}

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
    .argument("<a>", "report or baseline to compare with")
    .argument("<b>", "report or baseline to compare")
    .option("-s, --scenario <keys>", "compare only these scenario keys or globs", parseList)
    .option("-a, --agent <names>", "compare only these agents or globs", parseList)
    .option("--tolerance <n>", "points an AXIS Result may change (default 1)", parseNumberBetween(0, 100))
    .option("--strict", "treat every missing result as a regression")
    .option("--json", "print JSON on stdout")
    .option("--html <file>", "also write a page with both sides, run by run and call by call")
    .option("-c, --config <path>", "config file")
    .addHelpText("after", examples)
    .action((a: string, b: string, flags: Flags) => act((deps) => compare({ a, b }, flags, deps)));
};

/** One side of a comparison: its numbers, and its runs if their files are available. */
async function compare(
  { a, b }: { readonly a: string; readonly b: string },
  flags: Flags,
  deps: CliDeps,
): Promise<number> {
  const project = await openProjectIfAny(flags, deps);
  const before = await openSide(a, project, deps);
  const after = await openSide(b, project, deps);
  requireFilterMatches(flags, [...listPairs(before), ...listPairs(after)], "either report");
  const allows = (pair: { scenarioKey: string; agentName: string }) =>
    (flags.scenario?.some((pattern) => matchesName(pattern, pair.scenarioKey, "@")) ?? true) &&
    (flags.agent?.some((pattern) => matchesName(pattern, pair.agentName, "|")) ?? true);
  const comparison = compareReports(before.baseline, after.report ?? after.baseline, {
    allows,
    verdict: project && (await readVerdictSettings(project, deps)),
    baselineName: nameIfBaseline(before),
    currentName: nameIfBaseline(after),
    tolerance: flags.tolerance,
    strict: flags.strict,
  });
  if (comparison.entries.length === 0)
    throw new AxisError("report-missing", "No result matches the filters in either report", {
      hint: `See the results with: axis reports ${findReportId(after)}`,
    });
  const { terminal } = deps;
  const divergence = await findOnlyDivergence({ before, after, comparison }, terminal);
  const causes = compareCauses(narrowReport(before, comparison), narrowReport(after, comparison));
  if (flags.json) terminal.out(formatJson({ ...comparison, causes, ...(divergence === null ? {} : { divergence }) }));
  else {
    const configFlag = project && formatConfigFlag(project.configFile, deps.cwd);
    const rescored = after.report?.rescoredFrom !== undefined;
    printComparison(comparison, terminal, { names: { baseline: a, candidate: b }, rescored, configFlag });
    const lines = renderCauses(causes, terminal.paint, terminal.width);
    if (lines.length > 0) ["", ...lines].forEach(terminal.out);
    if (divergence !== null) formatDivergence(divergence, terminal.width).forEach(terminal.out);
  }
  if (flags.html !== undefined) await writeComparisonPage({ before, after, comparison, file: flags.html }, deps);
  return comparison.ok ? 0 : 1;
}

/** Lists all results of a side. Failed results of a report are included, although its baseline numbers omit them. */
function listPairs({ report, baseline }: Side): { scenarioKey: string; agentName: string }[] {
  const saved = Object.entries(baseline.results).flatMap(([scenarioKey, agents]) =>
    Object.keys(agents).map((agentName) => ({ scenarioKey, agentName })),
  );
  return [...saved, ...(report?.results ?? [])];
}

async function openSide(name: string, project: Project | undefined, deps: CliDeps): Promise<Side> {
  if (name.startsWith("baseline:")) {
    const { store } = project ?? (await openProject(deps, undefined));
    const title = name.slice("baseline:".length);
    return { name: title, baseline: await store.readBaseline(title) };
  }
  const asBaseline = (report: Report) =>
    baselineFrom(report, { name: report.reportId, now: report.timestamp }).baseline;
  if (name.endsWith(".json")) {
    const file = resolve(deps.cwd, name);
    const report = await readReportFile(file);
    return { name, report, baseline: asBaseline(report), folder: dirname(file) };
  }
  if (/[/\\]/.test(name))
    throw new AxisError("report-missing", `${name} is neither a report id nor the path of a report.json`, {
      hint: "Give the path of the file, such as before/report.json",
    });
  const { store, configDir } = project ?? { store: openStore(deps, deps.cwd), configDir: deps.cwd };
  const report = await store.readReport(name);
  return { name, report, baseline: asBaseline(report), folder: reportFolder(configDir, report.reportId) };
}

/** Reports can be compared without a project, but a config given with -c must exist. */
async function openProjectIfAny({ config }: Flags, deps: CliDeps): Promise<Project | undefined> {
  try {
    return await openProject(deps, config);
  } catch (error) {
    if (config === undefined && error instanceof AxisError && error.code === "config-missing") return undefined;
    throw error;
  }
}

async function readReportFile(file: string): Promise<Report> {
  const text = await readTextIfExists(file);
  if (text !== undefined) return parseReport(text, file);
  throw new AxisError("report-missing", `The file ${file} does not exist`, {
    hint: "Give a report.json, a report id, or a baseline as baseline:<name>",
  });
}

async function findDivergence(
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
  return divergenceOf(await readDetailFile(before.folder, old), await readDetailFile(after.folder, now));
}

/** A report may have been copied without its runs: its numbers can still be compared. */
function warnMissingRuns(error: unknown, { err }: CliDeps["terminal"]): null {
  if (!(error instanceof AxisError)) throw error;
  err(`Warning: cannot show what the runs did differently: ${terminalLine(error.message)}`);
  return null;
}

function formatDivergence(divergence: Divergence, width: number): string[] {
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
    `The two runs diverge at call ${divergence.firstAt}:`,
    `    before: ${fit(divergence.first.before ?? "(no more calls)")}`,
    `    after:  ${fit(divergence.first.after ?? "(no more calls)")}`,
    ...listed("Only before", divergence.onlyBefore),
    ...listed("Only after", divergence.onlyAfter),
  ];
}

function findReportId({ report }: Side): string {
  return report?.reportId ?? "latest";
}

function nameIfBaseline({ name, report }: Side): string | undefined {
  return report === undefined ? name : undefined;
}

/** Two runs can be compared step by step only if the comparison has a single result. */
async function findOnlyDivergence(
  { before, after, comparison }: ComparedSides,
  terminal: Terminal,
): Promise<Divergence | null> {
  const [only, ...others] = comparison.entries;
  if (only === undefined || others.length > 0) return null;
  return await findDivergence(before, after, only).catch((error: unknown) => warnMissingRuns(error, terminal));
}
