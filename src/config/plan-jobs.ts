/** Creates a job for each cell: its scenario and agent, with their skills, judges and metrics. */
import type { AgentConfig } from "../core/agent/agent-config.ts";
import { type Cell, pairId } from "../core/cell.ts";
import type { Settings } from "../core/config/config.ts";
import { AxisError } from "../core/error.ts";
import { canonicalJson, omitUndefined } from "../core/json.ts";
import type { Job, Plan, PlanDigests, RunOverrides } from "../core/plan.ts";
import { takeShard } from "../core/plan/shard.ts";
import { defaultMinPassRate, type MinPassRate, type ReportGate } from "../core/report/gate.ts";
import { formula } from "../core/score/axis-result.ts";
import { defaultWeights } from "../core/score/weights.ts";
import { axisVersion } from "../core/version.ts";
import type { Project } from "./load-project.ts";
import { sha256 } from "./plan-agents.ts";
import type { PlanDeps } from "./plan-deps.ts";
import type { JudgePlan } from "./plan-judges.ts";
import { resolveJobSandbox } from "./planning/sandbox-layers.ts";
import { planMetrics } from "./planning/metrics.ts";
import type { PlanRequest } from "./planning/plan-request.ts";
import { highestTrial, selectCells, type Selection } from "./planning/selection.ts";
import type { SkillResolver } from "./planning/skill-resolver.ts";

/** The parts that a plan is built from. */
interface PlanParts {
  readonly project: Project;
  readonly request: PlanRequest;
  readonly judges: JudgePlan;
  readonly jobs: readonly Job[];
  readonly skipped: number;
  /** Broken scenario files that were left out. */
  readonly leftOut: readonly string[];
}

/** Flags take precedence over settings, and settings over defaults. */
export function buildPlan({ project, request, judges, jobs, skipped, leftOut }: PlanParts): Plan {
  const { config, env } = project;
  const settings = config.settings ?? {};
  const scoring = readScoring(request, settings);
  const { weights } = scoring;
  const judging = readJudging(config);
  const hooks = { beforeAll: config.beforeAll ?? [], afterAll: config.afterAll ?? [] };
  const digests = computeDigests(project, jobs, {
    weights,
    judging,
    judges: judges.identity,
    env,
    ...hooks,
    ...sharedMetrics(jobs),
    ...omitUndefined({ sandbox: settings.sandbox }),
  });
  const plan: Plan = {
    name: config.name,
    configDir: project.configDir,
    configFile: project.configFile,
    jobs,
    skipped,
    ...(leftOut.length > 0 && { leftOut }),
    concurrency: request.concurrency ?? settings.concurrency ?? 15,
    trials: highestTrial(
      jobs.map(({ cell }) => cell),
      request.trials ?? settings.trials ?? 1,
    ),
    until: request.until,
    runLimits: { ...settings.limits?.run, ...request.budget },
    allowUnknownCost: request.allowUnknownCost,
    prices: settings.prices,
    ...scoring,
    duelJudges: judges.duelJudges,
    retries: settings.retries ?? 2,
    install: request.install,
    rehearsal: request.rehearsal,
    events: settings.events,
    wishes: readRunOverrides(request),
    judging,
    env,
    ...hooks,
    digests,
    seed: request.seed ?? sha256(canonicalJson(digests)).slice(0, 16),
    warnings: project.findings.warnings,
  };
  return deepFreeze(takeShard(plan, request.shard));
}

function readScoring(request: PlanRequest, settings: Settings) {
  const { scoring_weights, verdict = {}, scorecard } = settings;
  const gate = resolveReportGate(settings, request);
  if (request.noScore) return { weights: null, gate: { ...gate, failUnder: null }, verdict, scorecard };
  return { weights: { ...defaultWeights, ...scoring_weights }, gate, verdict, scorecard };
}

/** The gate of a report: flags win over settings. */
export function resolveReportGate(
  { gate = {}, fail_under: failUnder, allowed_failures: allowed }: Settings,
  flags: { readonly minPassRate?: MinPassRate | undefined; readonly failUnder?: number | undefined },
): ReportGate {
  return {
    minPassRate: flags.minPassRate ?? gate.min_pass_rate ?? defaultMinPassRate,
    failUnder: flags.failUnder ?? gate.fail_under ?? failUnder ?? null,
    ...(flags.minPassRate === undefined ? {} : { countsOldFailures: true }),
    ...(allowed === undefined ? {} : { allowedFailures: omitUndefined(allowed) }),
  };
}

function readJudging({ judging = {} }: Project["config"]): Plan["judging"] {
  const { retries = 2, timeout_minutes = 10 } = judging;
  return { retries, timeoutMs: timeout_minutes * 60_000 };
}

/** What must be the same when the report is resumed. */
function readRunOverrides(request: PlanRequest): RunOverrides | undefined {
  const { judge, judgeSamples, failUnder, minPassRate, concurrency, dataOnly, sandbox } = request;
  const wishes: RunOverrides = {
    judge,
    judgeSamples,
    failUnder,
    minPassRate,
    concurrency,
    ...(dataOnly && { dataOnly }),
    ...(sandbox?.driver !== undefined && { sandbox: sandbox.driver }),
    ...(sandbox?.network !== undefined && { network: sandbox.network }),
  };
  return Object.values(wishes).every((wish) => wish === undefined) ? undefined : wishes;
}

/** The metrics of the config are those of every job; empty if there are none. */
function sharedMetrics([job]: readonly Job[]): { readonly metrics?: readonly string[] } {
  const marks = job?.metricMarks?.shared ?? [];
  return marks.length === 0 ? {} : { metrics: marks };
}

function computeDigests(project: Project, jobs: readonly Job[], settings: unknown): Plan["digests"] {
  const scenarios = new Map(jobs.map((job) => [job.scenario.key, job]));
  const agents = new Map(jobs.map(({ agent }) => [agent.name, agent]));
  return planDigests({
    settings,
    jobs: [...scenarios.values()],
    agents: [...agents.values()].map(({ name, config }) => ({
      name,
      config,
      adapter: project.adapters.get(config.agent)?.digest ?? "",
    })),
  });
}

const codeKeys = new Set(["adapter", "judges", "duelJudges", "metrics", "metricJudge"]);

/** Freezes data; adapters, judges and metrics are code and keep their state. */
function deepFreeze<T>(value: T, key = ""): T {
  if (typeof value !== "object" || value === null || Object.isFrozen(value)) return value;
  if (codeKeys.has(key)) return value;
  for (const [name, part] of Object.entries(value)) deepFreeze<unknown>(part, name);
  return Object.freeze(value);
}

/** What jobs are built from. */
interface JobParts {
  readonly judges: JudgePlan;
  readonly shelf: SkillResolver;
  readonly project: Project;
  /** The operator's environment. */
  readonly env: NodeJS.ProcessEnv;
  readonly request: PlanRequest;
}

/** One after the other, so that skills fetched for one job are found by the next. */
export async function planJobs(
  cells: readonly Cell[],
  selection: Selection,
  { judges, shelf, project, env, request }: JobParts,
): Promise<Job[]> {
  const pairs = new Map(
    selection.pairs.map((pair) => [pairId({ scenario: pair.scenario.key, agent: pair.agent.name }), pair]),
  );
  const measured = await planMetrics(
    project,
    [...pairs.values()].map(({ scenario }) => scenario),
    { env, model: judges.model, isRehearsal: request.rehearsal !== undefined, findings: project.findings },
  );
  const jobs: Job[] = [];
  for (const cell of cells) {
    const pair = pairs.get(pairId(cell));
    if (pair === undefined) continue;
    const skills = await shelf.skillsFor(pair, project.findings);
    jobs.push({
      cell,
      ...pair,
      skills,
      judges: judges.judgesFor(pair.agent.config),
      sandbox: resolveJobSandbox(pair, project, request),
      ...measured.get(pair.scenario.key),
    });
  }
  return jobs;
}

/** Reports cells that no longer exist; if none is left, there is nothing to plan. */
export function planCells(
  selection: Selection,
  request: PlanRequest,
  { project, deps }: { project: Project; deps: PlanDeps },
): Cell[] {
  const trials = request.trials ?? project.config.settings?.trials ?? 1;
  const cells = selectCells(selection, trials, request.cells);
  const pairs = new Set(
    selection.pairs.map(({ scenario, agent }) => pairId({ scenario: scenario.key, agent: agent.name })),
  );
  const gone = new Map(
    (request.cells ?? []).filter((cell) => !pairs.has(pairId(cell))).map((cell) => [pairId(cell), cell]),
  );
  for (const { scenario, agent } of gone.values())
    deps.onNotice(`${scenario} × ${agent} is no longer in the config and is left out`);
  if (cells.length > 0) return cells;
  throw new AxisError("cells-gone", "None of the requested runs is in this project any more", {
    hint: "Run everything with: axis run",
  });
}

/** Digests of a plan's parts, which show whether a stored plan still matches. */
interface DigestParts {
  /** All settings that change a result: weights, judges, metrics, variable names, hooks. */
  readonly settings: unknown;
  /** One job of each scenario. */
  readonly jobs: readonly Job[];
  readonly agents: readonly { readonly name: string; readonly config: AgentConfig; readonly adapter: string }[];
}

/** Computes the digests. Paths and folders are excluded: a project that was moved is still the same. */
function planDigests({ settings, jobs, agents }: DigestParts): PlanDigests {
  return {
    axis: digest({ axisVersion, formula }),
    settings: digest(settings),
    scenarios: Object.fromEntries(jobs.map((job) => [job.scenario.key, scenarioDigest(job)])),
    agents: Object.fromEntries(agents.map(({ name, config, adapter }) => [name, agentDigest(config, adapter)])),
  };
}

function scenarioDigest({ scenario, skills, metricMarks }: Job): string {
  const { place: _place, baseDir, filesDir: _filesDir, agents: _agents, mcpServers, ...rest } = scenario;
  const servers = Object.fromEntries(
    Object.entries(mcpServers).map(([name, server]) => {
      const inside = server.type === "stdio" && server.command.startsWith(baseDir);
      return [name, inside ? { ...server, command: server.command.slice(baseDir.length) } : server];
    }),
  );
  const pinned = skills.map(({ source, commit }) => ({ source, commit }));
  return digest({
    ...rest,
    mcpServers: servers,
    skills: pinned,
    ...(metricMarks?.own.length && { metricMarks: metricMarks.own }),
  });
}

function agentDigest(config: AgentConfig, adapter: string): string {
  const { scenarios: _scenarios, skills: _skills, ...rest } = config;
  return digest({ ...rest, adapter });
}

function digest(value: unknown): string {
  return sha256(canonicalJson(value));
}
