/** Plans, evaluates, compares and prints: the part that `axis run` and `axis demo` share. */
import { constants } from "node:fs";
import { access } from "node:fs/promises";
import { basename, join, resolve } from "node:path";
import { formatConfigFlag } from "../config/load-config.ts";
import { type Cell, pairId } from "../core/cell.ts";
import { AxisError, errorMessage, isDiskFailure } from "../core/error.ts";
import { writeFileOrPipe } from "../core/files/write-file.ts";
import { formatCount } from "../core/format-count.ts";
import { matchesName } from "../core/paths/glob.ts";
import type { Plan } from "../core/plan.ts";
import { formatShard } from "../report/text/render-shards.ts";
import type { Report } from "../core/report.ts";
import type { Baseline } from "../core/report/baseline.ts";
import type { Calibration } from "../core/report/calibration.ts";
import type { Revision } from "../core/report/revision.ts";
import type { Comparison } from "../core/report/comparison.ts";
import { resolveVerdictRules, type VerdictSettings } from "../core/report/verdict.ts";
import type { OnEvent } from "../core/run/event.ts";
import { quoteShellWord } from "../core/shell-word.ts";
import { forecast } from "../evaluate/budget/forecast.ts";
import { evaluate, type EvaluateDeps } from "../evaluate/evaluate.ts";
import { hashGoalPrompt } from "../judging/model-judges/prompts/prompt-hash.ts";
import { applyCalibration } from "../metrics/calibration/apply-calibration.ts";
import { prepareSandboxes, type ReadySandboxes } from "../runner/sandbox/prepare-sandboxes.ts";
import { formatSandboxLines } from "./sandbox-lines.ts";
import { wrapWidth } from "../report/text/terminal-safe.ts";
import { compareReports, requireCurrentFormula } from "../report/compare.ts";
import { decideVerdict } from "../report/report-verdict.ts";
import { InterimLooks } from "../report/verdicts/interim-looks.ts";
import { readCalibration } from "./calibrate/calibration-file.ts";
import { type CiFiles, openCiFiles } from "./ci/ci-flags.ts";
import type { CliDeps } from "./command.ts";
import { dryRun, formatForecast, readPastReports } from "./dry-run.ts";
import { makeFolders } from "./make-folders.ts";
import { publishReport } from "./print-report.ts";
import type { Project } from "./project.ts";
import { openRehearsal } from "./rehearsal.ts";
import { sendFinishedReport } from "./push/send-report.ts";
import { readRevision } from "./revision.ts";
import { openReporter } from "./reporters/reporter.ts";
import { refuseConflictingFlags, type RunFlags } from "./run-flags.ts";
import { type PlanningDeps, planRun } from "./run-request.ts";
import { openRunTelemetry, type RunTelemetry } from "./run-telemetry.ts";

/** The files of a finished report: writes the requested copy before afterAll. */
class ReportFiles {
  readonly #copyFolder: string | undefined;
  #reportId: string | undefined;
  #copyFailure: unknown;

  constructor(copyFolder: string | undefined) {
    this.#copyFolder = copyFolder;
  }

  /** The report's id, once it has started. */
  get reportId(): string | undefined {
    return this.#reportId;
  }

  /** Wraps a listener and picks up the report id from the events. */
  wrapListener(onEvent: OnEvent): OnEvent {
    return (event) => {
      if (event.type === "report-start") this.#reportId = event.reportId;
      onEvent(event);
    };
  }

  async write(report: Report): Promise<void> {
    if (this.#copyFolder === undefined) return;
    await writeCopy(report, this.#copyFolder).catch((error: unknown) => (this.#copyFailure = error));
  }

  /** Called last: a failed copy must not suppress the other output. */
  requireCopy(): void {
    if (this.#copyFailure !== undefined) throw this.#copyFailure;
  }
}

async function writeCopy(report: Report, folder: string): Promise<void> {
  const file = join(folder, `axis-report-${report.reportId}.json`);
  try {
    await writeFileOrPipe(file, `${JSON.stringify(report, null, 2)}\n`);
  } catch (cause) {
    throw new AxisError("disk", `The report copy ${file} could not be written (${errorMessage(cause)})`, {
      hint: "The report itself is saved; list it with: axis reports",
      cause,
    });
  }
}

export async function runProject(project: Project, flags: RunFlags, deps: CliDeps): Promise<number> {
  refuseConflictingFlags(flags);
  await using rehearsal = await openRehearsal(flags, deps);
  return await planAndEvaluate(project, flags, { ...deps, rehearsal });
}

async function planAndEvaluate(project: Project, flags: RunFlags, deps: PlanningDeps): Promise<number> {
  const baseline = await readComparedBaseline(project, flags);
  const calibration = await readCalibration(project.configDir);
  const request = await planRun(project, flags, deps);
  if (request === null) return 0;
  const { plan, handle } = request;
  deps.rehearsal?.protect(Object.values(plan.env).flat());
  announceShard(plan, deps);
  if (flags.dryRun) return dryRun(plan, project.store, { deps, json: flags.json === true });
  if (handle === undefined) await printForecast(plan, project, deps);
  const copyFolder = flags.outputDir === undefined ? undefined : resolve(deps.cwd, flags.outputDir);
  const releaseReport = async (error: unknown) => {
    await handle?.[Symbol.asyncDispose]();
    throw error;
  };
  const ciFiles = await openRunOutputs(copyFolder, flags, deps).catch(releaseReport);
  await using telemetry = await openRunTelemetry(plan, project, deps);
  await using queued = await openQueueIfRequested(project, { plan, flags, telemetry }, deps).catch(releaseReport);
  const files = new ReportFiles(copyFolder);
  const formatResumeCommand = (id: string, budget = "") =>
    `axis run --resume ${id}${formatResumeFlags(flags)}${budget}${formatConfigFlag(project.configFile, deps.cwd)}`;
  const resumeHint = () => {
    const id = handle?.reportId ?? files.reportId;
    return id === undefined ? undefined : `Resume with: ${formatResumeCommand(id)}`;
  };
  using reporter = await openRunReporter(plan, { project, flags }, deps);
  const abort = deps.abortOnInterrupt({ resumeHint, countRuns: reporter.countRuns });
  const sandboxes = await announceRun(plan, queued !== undefined, deps);
  const report = await evaluate(queued?.plan ?? plan, {
    store: project.store,
    env: deps.env,
    now: deps.now,
    abort,
    onEvent: telemetry.wrapListener(files.wrapListener(reporter.onEvent)),
    handle,
    elsewhere: queued?.remoteRunner,
    debug: flags.debug,
    sandboxes,
    onReport: (made) => files.write(made),
    ...addRevision(
      addCalibration(baseline && buildComparisonDeps(baseline, plan, flags), calibration),
      await readRevision(project.configDir, deps.env),
    ),
  }).catch((error: unknown) => {
    throw addResumeHint(error, resumeHint());
  });
  reporter[Symbol.dispose]();
  const verdict = decideVerdict(report, { hookFailure: reporter.hookFailure });
  const resume = formatResumeCommand(report.reportId, suggestLargerBudget(report, plan));
  await publishReport(report, { project, flags, ciFiles, verdict, name: "latest", resume }, deps);
  if (shouldSend(plan, flags)) await sendFinishedReport(project, { report, queue: flags.queue }, deps);
  files.requireCopy();
  return verdict.ok ? 0 : 1;
}

/** After a full disk, the recorded runs can be resumed. */
function addResumeHint(error: unknown, resumeHint: string | undefined): unknown {
  if (!(error instanceof AxisError) || !isDiskFailure(error.cause) || resumeHint === undefined) return error;
  return new AxisError(error.code, error.message, {
    hint: `Recorded runs are safe. Free some disk space first. ${resumeHint}`,
    cause: error,
  });
}

/** The report of a shard stays here: the merged one is sent, with the runs of every shard. */
function shouldSend({ shard }: Plan, { push }: RunFlags): boolean {
  return push !== false && shard === undefined;
}

/** Which part of the plan this is. There can be more shards than results. */
function announceShard({ jobs, shard }: Plan, { terminal }: CliDeps): void {
  if (shard === undefined) return;
  const count = (cells: readonly Cell[]) => new Set(cells.map(pairId)).size;
  const own = count(jobs.map(({ cell }) => cell));
  const all = formatCount(count(shard.cells), "result");
  const share = own === 0 ? `none of the ${all}, so nothing is run` : `${own} of ${all}`;
  terminal.err(`This is ${formatShard(shard)}: ${share}`);
}

/** Repeats the flags for the script, the queue and the baseline, because a report does not store them. */
function formatResumeFlags({ script, queue, compareBaseline }: RunFlags): string {
  return [
    script === undefined ? "" : ` --script ${quoteShellWord(script)}`,
    queue ? " --queue" : "",
    compareBaseline === undefined ? "" : ` --compare-baseline ${toBaselineName(compareBaseline)}`,
  ].join("");
}

/** Only a run with a budget needs one. */
async function printForecast(plan: Plan, { store }: Project, { terminal }: CliDeps): Promise<void> {
  const hasBudget = Object.values(plan.runLimits).some((limit) => limit !== undefined);
  if (hasBudget) formatForecast(forecast(plan, await readPastReports(store))).forEach(terminal.err);
}

export function openRunReporter(
  { name, configDir, concurrency, runLimits }: Plan,
  { project, flags }: { readonly project: Project; readonly flags: RunFlags },
  { terminal, cwd }: CliDeps,
) {
  const title = {
    name: name ?? basename(configDir),
    concurrency,
    budgetUsd: runLimits.cost_usd,
    watch: `axis view${formatConfigFlag(project.configFile, cwd)}`,
  };
  const wish = { verbose: flags.verbose === true || flags.debug === true, debug: flags.debug === true };
  return openReporter(terminal, wish, title);
}

const mostSandboxLines = 5;

/** Says what is enforced before anything starts. Workers have their own sandboxes, so a queued run has none here. */
export async function announceRun(
  plan: Plan,
  isQueued: boolean,
  { terminal: { err, errPaint, live, width }, env }: Pick<CliDeps, "terminal" | "env">,
): Promise<ReadySandboxes | undefined> {
  const sandboxes = isQueued ? undefined : await prepareSandboxes(plan);
  const notes = formatSandboxLines(sandboxes?.describe(plan, env) ?? []);
  for (const line of notes.flatMap((note) => wrapWidth(note, live ? width : Infinity, mostSandboxLines)))
    err(errPaint.dim(line));
  return sandboxes;
}

/** Applies the calibration first, because a comparison may depend on it. */
export function addCalibration(
  { finalise = (report: Report) => report, ...rest }: Partial<EvaluateDeps> = {},
  calibration: Calibration | undefined,
): Partial<EvaluateDeps> {
  return { ...rest, finalise: (made) => finalise(applyCalibration(made, calibration, hashGoalPrompt())) };
}

function addRevision(
  { finalise = (report: Report) => report, ...rest }: Partial<EvaluateDeps>,
  revision: Revision | undefined,
): Partial<EvaluateDeps> {
  return { ...rest, finalise: (made) => finalise(revision === undefined ? made : { ...made, revision }) };
}

/** Loaded only with --queue, because nothing else needs a database. */
async function openQueueIfRequested(
  project: Project,
  { telemetry, ...asked }: { plan: Plan; flags: RunFlags; telemetry: RunTelemetry },
  deps: CliDeps,
) {
  if (!asked.flags.queue) return undefined;
  const { openQueuedPlan } = await import("./queue/queued-plan.ts");
  return await openQueuedPlan(project, { ...asked, traceContext: telemetry.beginQueue() }, deps);
}

/** Compares a run with its baseline: at the end, or as soon as the outcome is decided. */
function buildComparisonDeps(baseline: Baseline, plan: Plan, flags: RunFlags): Partial<EvaluateDeps> {
  const compare = (report: Report, alpha: number) =>
    compareToBaseline(baseline, report, { ...flags, verdict: { ...plan.verdict, alpha } });
  const { alpha } = resolveVerdictRules(plan.verdict);
  if (plan.until === undefined) return { finalise: (made) => ({ ...made, comparison: compare(made, alpha) }) };
  const looks = new InterimLooks(compare, alpha);
  return { isDecided: looks.isDecided, finalise: (made) => ({ ...made, comparison: looks.compareFinal(made) }) };
}

/** Which results are compared, and by which rules. */
interface ComparisonFlags {
  readonly scenario?: readonly string[];
  readonly agent?: readonly string[];
  readonly failed?: RunFlags["failed"];
  readonly verdict?: VerdictSettings;
}

/** Compares with a baseline; results excluded by the flags do not count as missing. */
export function compareToBaseline(baseline: Baseline, report: Report, flags: ComparisonFlags): Comparison {
  const filtered = (flags.scenario ?? flags.agent) !== undefined || flags.failed !== undefined;
  const here = new Set(report.results.map(({ scenarioKey, agentName }) => `${scenarioKey}\n${agentName}`));
  const wanted = (pair: { scenarioKey: string; agentName: string }) =>
    flags.failed === undefined
      ? (flags.scenario?.some((pattern) => matchesName(pattern, pair.scenarioKey, "@")) ?? true) &&
        (flags.agent?.some((pattern) => matchesName(pattern, pair.agentName, "|")) ?? true)
      : here.has(`${pair.scenarioKey}\n${pair.agentName}`);
  return compareReports(baseline, report, {
    baselineName: baseline.name,
    verdict: flags.verdict,
    ...(filtered && { allows: wanted }),
  });
}

/** The baseline to compare with, if one is requested. */
export async function readComparedBaseline(
  { store }: Project,
  { compareBaseline }: { readonly compareBaseline?: string | true | undefined },
): Promise<Baseline | undefined> {
  if (compareBaseline === undefined) return undefined;
  const baseline = await store.readBaseline(toBaselineName(compareBaseline));
  requireCurrentFormula(baseline);
  return baseline;
}

/** Resolves a flag with an optional baseline name. */
function toBaselineName(flag: string | true): string {
  return flag === true ? "main" : flag;
}

/** Runs before any agent: an output that cannot be written is a user error and is reported first. */
async function openRunOutputs(copyFolder: string | undefined, flags: RunFlags, { cwd }: CliDeps): Promise<CiFiles> {
  if (copyFolder !== undefined) await makeCopyFolder(copyFolder);
  return openCiFiles(flags, cwd);
}

async function makeCopyFolder(folder: string): Promise<void> {
  try {
    await makeFolders(folder);
    await access(folder, constants.W_OK);
  } catch (cause) {
    throw new AxisError("not-writable", `--output-dir ${folder} cannot be written (${errorMessage(cause)})`, {
      hint: "Choose another folder, or omit the flag",
      cause,
    });
  }
}

/** Returns flags for `--resume`: twice the budget, or twice the spending if that is more, since it counts again. */
export function suggestLargerBudget(
  { budget, durationMs }: Pick<Report, "budget" | "durationMs">,
  { allowUnknownCost }: Pick<Plan, "allowUnknownCost">,
): string {
  if (budget?.stopped === undefined) return "";
  const { agents, judges } = budget.spent;
  return [
    formatBudgetFlag("--budget-usd", budget.costUsd, agents.knownUsd + judges.knownUsd),
    formatBudgetFlag("--budget-tokens", budget.tokens, agents.tokens + judges.tokens),
    formatBudgetFlag("--budget-minutes", budget.minutes, (durationMs ?? 0) / 60_000),
    allowUnknownCost ? " --allow-unknown-cost" : "",
  ].join("");
}

function formatBudgetFlag(name: string, limit: number | undefined, spent: number): string {
  if (limit === undefined) return "";
  return ` ${name} ${limit >= spent ? limit * 2 : Math.ceil(spent * 200) / 100}`;
}
