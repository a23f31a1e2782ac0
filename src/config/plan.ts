/** Turns a project and the flags of a command into a frozen plan: scenarios × agents × trials, decided once. */
import { AxisError } from "../core/error.ts";
import { type Cell, pairId } from "../core/cell.ts";
import type { Settings } from "../core/config.ts";
import type { Job, Plan, Wishes } from "../core/plan.ts";
import type { RunLimitsInput } from "../core/limits.ts";
import type { Rehearsal } from "../core/rehearsal.ts";
import { defaultWeights } from "../core/weights.ts";
import { canonicalJson } from "../core/json.ts";
import { sha256 } from "./planning/adapters.ts";
import { planDigests } from "./planning/digests.ts";
import { withDraws } from "./planning/judge-draws.ts";
import { type JudgePlan, planJudges } from "./planning/judges.ts";
import { metricIdentities, planMetrics } from "./planning/metrics.ts";
import { resolveScenario } from "./planning/resolve-scenario.ts";
import { type Candidate, type Selection, selectCells, selectPairs } from "./planning/selection.ts";
import { agentMentions } from "./planning/mentions.ts";
import { SkillShelf } from "./planning/skill-shelf.ts";
import { throwProblems } from "./problem.ts";
import { type LoadWorld, loadProject, type Project } from "./project.ts";

/** What a command asks for. */
export interface PlanRequest {
  /** As given with -c; relative to `folder`. */
  readonly configFile?: string;
  /** Where the command was called. */
  readonly folder: string;
  readonly scenarios?: readonly string[];
  readonly agents?: readonly string[];
  readonly concurrency?: number;
  readonly trials?: number;
  /** No further trial of what is decided. */
  readonly until?: "decided";
  readonly noScore?: boolean;
  readonly judge?: string;
  /** How often each judge is asked everything; odd, default 1. */
  readonly judgeSamples?: number;
  /** False: ask judges again instead of taking stored answers. */
  readonly cache?: boolean;
  readonly failUnder?: number;
  /** In place of those of `settings.limits.run`, one by one. */
  readonly budget?: RunLimitsInput;
  /** With a money budget: go on where a cost is not known. */
  readonly allowUnknownCost?: boolean;
  /** Of whatever is drawn at random; default: the digest of the plan. */
  readonly seed?: string;
  /** Only these cells, for --failed and --resume. */
  readonly cells?: readonly Cell[];
  readonly refreshSkills?: boolean;
  /** Of libraries that are not trusted, take only the data; what is left out is a warning. */
  readonly dataOnly?: boolean;
  /** False forbids fetching agent programs. */
  readonly install?: boolean;
  /** Agents ask a scripted model. */
  readonly rehearsal?: Rehearsal;
}

export interface PlanWorld extends LoadWorld {
  /** In place of https://github.com for skills, as in tests. */
  readonly githubBase?: string;
}

/** Loads, checks and plans. Every mistake of every file is thrown as one error; nothing has been started then. */
export async function loadPlan(request: PlanRequest, world: PlanWorld = quietWorld()): Promise<Plan> {
  checkFlags(request);
  const project = await loadProject(request, world);
  const { findings } = project;
  const candidates = await candidatesOf(project);
  agentMentions(candidates, project.agents, findings);
  throwProblems(findings.problems);
  const planned = await planJudges(project.config.judging, request, judgeWorld(project, request, world));
  const judges = withDraws(planned, request.judgeSamples);
  // Before the selection: what was left out may be why nothing can be selected.
  const early = findings.warnings.length;
  for (const warning of findings.warnings) world.onWarning(warning);
  const selection = selectPairs(candidates, project.agents, request);
  const cells = cellsOf(selection, request, { project, world });
  const shelf = new SkillShelf(project, {
    ...world,
    configDir: project.configDir,
    refresh: request.refreshSkills ?? false,
  });
  const isRehearsal = request.rehearsal !== undefined;
  const jobs = await planJobs(cells, selection, { judges, shelf, project, env: world.env, isRehearsal });
  throwProblems(findings.problems);
  for (const warning of findings.warnings.slice(early)) world.onWarning(warning);
  return frozenPlan({ project, request, judges, jobs, skipped: selection.skipped });
}

function judgeWorld({ configDir, adapters, env, config }: Project, request: PlanRequest, world: PlanWorld) {
  const { cache = true, install = true, rehearsal } = request;
  const onWarning = (message: string) => world.onWarning(message);
  const prices = config.settings?.prices;
  const further = { ...(rehearsal && { rehearsal }), ...(prices && { prices }) };
  return { configDir, adapters, env: world.env, names: env.judge, install, cache, onWarning, ...further };
}

/** For programs that only want the plan. Warnings are in it anyway. */
function quietWorld(): PlanWorld {
  return { env: process.env, onNotice: () => {}, onWarning: () => {} };
}

/** Every scenario of a project, ready to run; those with `skip` are marked. */
export async function candidatesOf(project: Project): Promise<Candidate[]> {
  const { limits, gates, max_repair_loops: maxRepairLoops, sandbox } = project.config.settings ?? {};
  const shared = { ...project, limits: limits?.scenario, gates, maxRepairLoops, sandbox };
  const resolved = await Promise.all(project.scenarios.map((each) => resolveScenario(each, shared, project.findings)));
  // Variants run under keys of their own, and keys decide the order.
  return resolved.flat().toSorted((a, b) => (a.scenario.key < b.scenario.key ? -1 : 1));
}

function cellsOf(
  selection: Selection,
  request: PlanRequest,
  { project, world }: { project: Project; world: PlanWorld },
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
    world.onNotice(`${scenario} × ${agent} is no longer in the config and is left out`);
  if (cells.length > 0) return cells;
  throw new AxisError("cells-gone", "None of the cells asked for is in this project any more", {
    hint: "Run everything with: axis run",
  });
}

interface Furnishings {
  readonly judges: JudgePlan;
  readonly shelf: SkillShelf;
  readonly project: Project;
  /** Of the operator. */
  readonly env: NodeJS.ProcessEnv;
  readonly isRehearsal: boolean;
}

async function planJobs(
  cells: readonly Cell[],
  selection: Selection,
  { judges, shelf, project, env, isRehearsal }: Furnishings,
): Promise<Job[]> {
  const pairs = new Map(
    selection.pairs.map((pair) => [pairId({ scenario: pair.scenario.key, agent: pair.agent.name }), pair]),
  );
  const measured = await planMetrics(
    project,
    [...pairs.values()].map(({ scenario }) => scenario),
    { env, model: judges.model, isRehearsal, onWarning: (message) => project.findings.warnings.push(message) },
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
      ...measured.get(pair.scenario.key),
    });
  }
  return jobs;
}

interface PlanParts {
  readonly project: Project;
  readonly request: PlanRequest;
  readonly judges: JudgePlan;
  readonly jobs: readonly Job[];
  readonly skipped: number;
}

function frozenPlan({ project, request, judges, jobs, skipped }: PlanParts): Plan {
  const { config, env } = project;
  const settings = config.settings ?? {};
  const weights = request.noScore ? null : { ...defaultWeights, ...settings.scoring_weights };
  const judging = {
    retries: config.judging?.retries ?? 2,
    timeoutMs: (config.judging?.timeout_minutes ?? 10) * 60_000,
  };
  const hooks = { beforeAll: config.beforeAll ?? [], afterAll: config.afterAll ?? [] };
  const digests = digestsOf(project, jobs, {
    weights,
    judging,
    judges: judges.identity,
    env,
    ...hooks,
    ...metricIdentities(config),
  });
  const plan: Plan = {
    ...(config.name !== undefined && { name: config.name }),
    configDir: project.configDir,
    configFile: project.configFile,
    jobs,
    skipped,
    concurrency: request.concurrency ?? settings.concurrency ?? 15,
    trials: Math.max(request.trials ?? settings.trials ?? 1, ...jobs.map(({ cell }) => cell.trial)),
    ...(request.until !== undefined && { until: request.until }),
    runLimits: { ...settings.limits?.run, ...request.budget },
    ...(request.allowUnknownCost && { allowUnknownCost: true }),
    ...(settings.prices && { prices: settings.prices }),
    weights,
    failUnder: weights === null ? null : (request.failUnder ?? settings.fail_under ?? null),
    ...(settings.allowed_failures !== undefined && { allowedFailures: allowedFailures(settings.allowed_failures) }),
    verdict: settings.verdict ?? {},
    ...(settings.scorecard !== undefined && { scorecard: settings.scorecard }),
    retries: settings.retries ?? 2,
    ...(request.install === false && { install: false }),
    ...(request.rehearsal !== undefined && { rehearsal: request.rehearsal }),
    ...(settings.events && { events: settings.events }),
    ...wishesIn(request),
    judging,
    env,
    ...hooks,
    digests,
    seed: request.seed ?? sha256(canonicalJson(digests)).slice(0, 16),
    warnings: project.findings.warnings,
  };
  return deepFreeze(plan);
}

/** What must be the same again when the report is gone on with. */
function wishesIn({ judge, judgeSamples, failUnder, concurrency, dataOnly }: PlanRequest): Pick<Plan, "wishes"> {
  const wishes: Wishes = {
    ...(judge !== undefined && { judge }),
    ...(judgeSamples !== undefined && { judgeSamples }),
    ...(failUnder !== undefined && { failUnder }),
    ...(concurrency !== undefined && { concurrency }),
    ...(dataOnly && { dataOnly }),
  };
  return Object.keys(wishes).length === 0 ? {} : { wishes };
}

/** Without the ways that nothing is written about. */
function allowedFailures(written: NonNullable<Settings["allowed_failures"]>): Plan["allowedFailures"] {
  return Object.fromEntries(Object.entries(written).filter(([, count]) => count !== undefined));
}

function digestsOf(project: Project, jobs: readonly Job[], settings: unknown): Plan["digests"] {
  const scenarios = new Map(jobs.map((job) => [job.scenario.key, job]));
  const agents = new Map(jobs.map(({ agent }) => [agent.name, agent]));
  return planDigests({
    settings,
    scenarios: [...scenarios.values()],
    agents: [...agents.values()].map(({ name, config }) => ({
      name,
      config,
      adapter: project.adapters.get(config.agent)?.digest ?? "",
    })),
  });
}

const codeKeys = new Set(["adapter", "judges", "metrics", "metricJudge"]);

/** Freezes what is data; adapters, judges and metrics are code of somebody and keep their state. */
function deepFreeze<T>(value: T, key = ""): T {
  if (typeof value !== "object" || value === null || Object.isFrozen(value)) return value;
  if (codeKeys.has(key)) return value;
  for (const [name, part] of Object.entries(value)) deepFreeze<unknown>(part, name);
  return Object.freeze(value);
}

function checkFlags({ concurrency, trials, failUnder, judgeSamples = 1 }: PlanRequest): void {
  if (!Number.isSafeInteger(judgeSamples) || judgeSamples < 1 || judgeSamples > 99 || judgeSamples % 2 === 0)
    throw new AxisError("flag-invalid", "--judge-samples takes an odd number from 1 to 99");
  if (concurrency !== undefined && !(Number.isSafeInteger(concurrency) && concurrency >= 1)) {
    throw new AxisError("flag-invalid", "--concurrency takes a whole number of 1 or more");
  }
  if (trials !== undefined && !(Number.isSafeInteger(trials) && trials >= 1 && trials <= 1000)) {
    throw new AxisError("flag-invalid", "--trials takes a whole number from 1 to 1000");
  }
  if (failUnder !== undefined && !(failUnder >= 0 && failUnder <= 100)) {
    throw new AxisError("flag-invalid", "--fail-under takes a number from 0 to 100");
  }
}
