/** `axis rescore`: scores the stored runs of a report again, without running agents, into a new report. */
import { basename } from "node:path";
import { formatConfigFlag, loadConfig, type LoadedConfig } from "../../config/load-config.ts";
import { envNames } from "../../config/load-project.ts";
import { resolveReportGate } from "../../config/plan-jobs.ts";
import { planMetrics } from "../../config/planning/metrics.ts";
import { createFindings, throwProblems } from "../../config/validation/problem.ts";
import type { Cell } from "../../core/cell.ts";
import { AxisError } from "../../core/error.ts";
import { canonicalJson } from "../../core/json.ts";
import type { Judge } from "../../core/judge.ts";
import type { Model } from "../../core/model.ts";
import type { Report } from "../../core/report.ts";
import type { MinPassRate } from "../../core/report/gate.ts";
import type { RunDetail } from "../../core/report/run-detail.ts";
import type { Scenario } from "../../core/scenario.ts";
import type { Check, VerifiedCheck } from "../../core/scenario/check.ts";
import { rescore as scoreAgain } from "../../evaluate/rescore.ts";
import { hashGoalPrompt } from "../../judging/model-judges/prompts/prompt-hash.ts";
import { applyCalibration } from "../../metrics/calibration/apply-calibration.ts";
import { decideVerdict } from "../../report/report-verdict.ts";
import { terminalLine } from "../../report/text/terminal-safe.ts";
import { toRubric } from "../../report/describe-run.ts";
import { collectSecrets, createRedactor } from "../../runner/secrets/redact.ts";
import { readCalibration } from "../calibrate/calibration-file.ts";
import { addCiFlags, type CiFlags, openCiFiles } from "../ci/ci-flags.ts";
import type { CliDeps, CommandModule } from "../command.ts";
import { requireFilterMatches } from "../filters.ts";
import {
  failUnderHelp,
  judgeHelp,
  minPassRateHelp,
  parseList,
  parseMinPassRate,
  parseNumberBetween,
} from "../options.ts";
import { publishReport } from "../print-report.ts";
import { openProject, type Project } from "../project.ts";
import { compareToBaseline, readComparedBaseline } from "../run-project.ts";
import { loadProjectIfAny, resolveProjectScenarios } from "../score/find-scenario.ts";
import { openScoringSettings, requireJudges, type ScoringSettings } from "../score/scoring-settings.ts";
import { filterCells, findStoredReport, readStoredRuns } from "../score/stored-runs.ts";

interface Flags extends CiFlags {
  readonly scenario?: string[];
  readonly agent?: string[];
  readonly judge?: string;
  readonly cache: boolean;
  readonly current?: true;
  readonly compareBaseline?: string | true;
  readonly failUnder?: number;
  readonly minPassRate?: MinPassRate;
  readonly json?: true;
  readonly config?: string;
  readonly github: boolean;
}

const examples = `
Runs no agent. Uses the tasks and rubrics stored with the report; verified checks keep their stored verdicts. Weights and
judges come from the config. The old report is not changed. Metrics keep their stored results, because their expected
values are in the scenarios: with --current they are measured again.

Examples:
  axis rescore latest
  axis rescore 2026-06-12-205816 --judge ./judge.mjs
  axis rescore latest --current -s hello-world          with the current rubric
  axis rescore latest --compare-baseline --fail-under 80`;

export const define: CommandModule["define"] = (command, act) => {
  command
    .argument("<reportId>", 'report id, the start of one, or "latest"')
    .option("-s, --scenario <keys>", "score only these scenario keys or globs, separated by commas", parseList)
    .option("-a, --agent <names>", "score only these agents or globs, separated by commas", parseList)
    .option("--judge <spec>", judgeHelp)
    .option("--no-cache", "ask judge models again instead of using cached answers")
    .option("--current", "use the tasks, rubrics and metrics of the current scenario files")
    .option("--compare-baseline [name]", "compare with a saved baseline afterwards (default: main)")
    .option("--min-pass-rate <rate>", minPassRateHelp, parseMinPassRate)
    .option("--fail-under <n>", failUnderHelp, parseNumberBetween(0, 100))
    .option("--json", "print the new report as JSON on stdout")
    .option("-c, --config <path>", "config file");
  addCiFlags(command)
    .option("--no-github", "in GitHub Actions: write no annotations, step summary or outputs")
    .addHelpText("after", examples)
    .action((id: string, flags: Flags) => act((deps) => rescoreReport(id, flags, deps)));
};

async function rescoreReport(id: string, flags: Flags, deps: CliDeps): Promise<number> {
  const { terminal } = deps;
  const project = await openProject(deps, flags.config);
  const { store } = project;
  const baseline = await readComparedBaseline(project, flags);
  const { config } = await loadConfig(project.configFile);
  const verdictSettings = config.settings?.verdict;
  const { judgesFor, keys, model, ...settings } = await openScoringSettings(
    config,
    toJudgeRequest(project, flags, deps),
    deps,
  );
  const { stored, wanted, scenarios, runs } = await selectStoredRuns(id, { project, flags }, deps);
  const details = await requireOneRun(checkJudges(runs, judgesFor, deps), stored.reportId);
  const calibration = await readCalibration(project.configDir);
  const again = `Score again with: axis rescore ${stored.reportId}${formatConfigFlag(project.configFile, deps.cwd)}`;
  const abort = deps.abortOnInterrupt({ resumeHint: () => again });
  const measure = scenarios && (await openCurrentMetrics({ config, project, scenarios, wanted, model, abort }, deps));
  const ciFiles = await openCiFiles(flags, deps.cwd);
  const gate = resolveReportGate(config.settings ?? {}, flags);
  const report = await scoreAgain(
    {
      details,
      planned: wanted.flatMap(({ cell }) => (scenarios?.has(cell.scenario) === false ? [] : [cell])),
      isCutOff: stored.isCutOff,
      rescoredFrom: stored.reportId,
      seed: stored.seed,
      skipped: stored.skipped,
      leftOut: stored.leftOut,
      passMark: verdictSettings?.pass_mark,
      name: stored.name,
      script: stored.script,
      gate,
      onWarning: (message) => terminal.err(`Warning: ${terminalLine(message)}`),
      finalise: (scored: Report) => {
        const made = applyCalibration(scored, calibration, hashGoalPrompt());
        if (baseline === undefined) return made;
        return { ...made, comparison: compareToBaseline(baseline, made, { ...flags, verdict: verdictSettings }) };
      },
    },
    {
      ...settings,
      judges: judgesFor,
      measure,
      store,
      now: deps.now,
      abort,
      redactor: createRedactor(collectSecrets(deps.env, [...Object.values(envNames(config.env)).flat(), ...keys])),
    },
  );
  const verdict = decideVerdict(report);
  await publishReport(report, { project, flags, ciFiles, verdict }, deps);
  return verdict.ok ? 0 : 1;
}

function toJudgeRequest({ configDir, configFile }: Project, { cache, judge }: Flags, { cwd }: CliDeps) {
  return { folder: cwd, cache, configDir, configFile: basename(configFile), judge };
}

/** The stored runs that the flags select; with --current, as if made for the scenarios of today. */
async function selectStoredRuns(
  id: string,
  { project, flags }: { readonly project: Project; readonly flags: Flags },
  deps: CliDeps,
) {
  const { store } = project;
  const stored = await findStoredReport(store, id);
  const pairs = stored.cells.map(({ cell }) => ({ scenarioKey: cell.scenario, agentName: cell.agent }));
  requireFilterMatches(flags, pairs, stored.reportId);
  const wanted = filterCells(stored.cells, flags);
  const scenarios = flags.current ? await loadCurrentScenarios(project, deps) : undefined;
  const found = readStoredRuns(store, stored.reportId, wanted);
  return {
    stored,
    wanted,
    scenarios,
    runs: scenarios === undefined ? found : applyCurrentRubrics(found, scenarios, deps),
  };
}

/** Checks that each judge is available before the first run that it judges. */
async function* checkJudges(
  runs: AsyncGenerator<RunDetail, void, undefined>,
  judgesFor: ScoringSettings["judgesFor"],
  { env }: CliDeps,
): AsyncGenerator<RunDetail, void, undefined> {
  const found = new Set<Judge>();
  for await (const run of runs) {
    const judges = Object.values(judgesFor(run));
    await requireJudges(
      judges.filter((judge) => !found.has(judge)),
      env,
    );
    judges.forEach((judge) => found.add(judge));
    yield run;
  }
}

async function loadCurrentScenarios(project: Project, deps: CliDeps): Promise<Map<string, Scenario>> {
  const loaded = await loadProjectIfAny(deps, project.configFile);
  const scenarios = loaded === undefined ? [] : await resolveProjectScenarios(loaded);
  return new Map(scenarios.map((scenario) => [scenario.key, scenario]));
}

/** Skips runs of deleted scenarios, with a note. */
async function* applyCurrentRubrics(
  runs: AsyncIterable<RunDetail>,
  scenarios: ReadonlyMap<string, Scenario>,
  { terminal }: CliDeps,
): AsyncGenerator<RunDetail, void, undefined> {
  for await (const run of runs) {
    const scenario = scenarios.get(run.scenarioKey);
    if (scenario !== undefined) yield applyCurrentRubric(run, scenario);
    else terminal.err(`Skipped: ${terminalLine(run.scenarioKey)} is no longer a scenario of this project.`);
  }
}

/** Reads the first run before the new report is created: having nothing to score is an error, not an empty report. */
async function requireOneRun(runs: AsyncGenerator<RunDetail, void, undefined>, reportId: string) {
  const first = await runs.next();
  if (first.done)
    throw new AxisError("plan-empty", `${reportId} has no stored runs, or none matches the filters`, {
      hint: `See its results with: axis reports ${reportId}`,
    });
  return (async function* () {
    yield first.value;
    yield* runs;
  })();
}

/** Returns the run as if it had been made for the current scenario. */
function applyCurrentRubric(run: RunDetail, scenario: Scenario): RunDetail {
  const { checks, prompt, name } = scenario;
  return {
    ...run,
    scenarioName: name,
    prompt,
    judge: toRubric(scenario),
    checks: carryOverVerdicts(run, checks),
  };
}

/** A check is unchanged if its text and its verification are. A new check has no verdict, because the workspace is gone. */
function carryOverVerdicts(run: RunDetail, checks: readonly Check[]): VerifiedCheck[] {
  const before = typeof run.judge === "string" || run.judge === null ? [] : run.judge;
  const verdicts = new Map(run.checks.map((verdict) => [verdict.index, verdict]));
  const identity = ({ check, verify }: Check) => canonicalJson({ check, verify });
  const known = new Map(before.map((check, index) => [identity(check), verdicts.get(index)]));
  return checks.flatMap((check, index) => {
    const verdict = check.verify === undefined ? undefined : known.get(identity(check));
    return verdict === undefined ? [] : [{ ...verdict, index }];
  });
}

/** Measures stored runs with the metrics of the current scenarios. Metrics need no workspace, only the stored run. */
interface CurrentMetricsOptions {
  readonly config: LoadedConfig["config"];
  readonly project: Project;
  readonly scenarios: ReadonlyMap<string, Scenario>;
  readonly wanted: readonly { readonly cell: Cell }[];
  /** The model for judged metrics that name none. */
  readonly model: Model | undefined;
  readonly abort: AbortSignal;
}

/** An invalid metric or a missing judge is found here, before the first run is scored. */
async function openCurrentMetrics(
  { config, project: { configDir, configFile }, scenarios, wanted, model, abort }: CurrentMetricsOptions,
  { env }: CliDeps,
): Promise<(detail: RunDetail) => Promise<RunDetail>> {
  const findings = createFindings();
  const wantedKeys = new Set(wanted.map(({ cell }) => cell.scenario));
  const measurable = [...scenarios.values()].filter(({ key }) => wantedKeys.has(key));
  const planned = await planMetrics({ config, configDir, configFile }, measurable, { env, model, findings });
  throwProblems(findings.problems);
  return async ({ metrics: _stored, ...run }) => {
    const scenario = scenarios.get(run.scenarioKey);
    const measured = planned.get(run.scenarioKey);
    if (scenario === undefined || measured?.metrics === undefined) return run;
    const { measureRun } = await import("../../metrics/measure-run.ts");
    return await measureRun(run, { metrics: measured.metrics, scenario, judge: measured.metricJudge, abort });
  };
}
