/** Builds the plan: jobs and settings with every default resolved and digests computed, frozen. */
import type { Settings } from "../../core/config/config.ts";
import { canonicalJson } from "../../core/json.ts";
import type { Job, Plan, RunOverrides } from "../../core/plan.ts";
import { defaultWeights } from "../../core/score/weights.ts";
import type { Project } from "../load-project.ts";
import { sha256 } from "./adapters.ts";
import { planDigests } from "./digests.ts";
import type { JudgePlan } from "../plan-judges.ts";
import type { PlanRequest } from "./plan-request.ts";
import { highestTrial } from "./selection.ts";

/** The parts that a plan is built from. */
export interface PlanParts {
  readonly project: Project;
  readonly request: PlanRequest;
  readonly judges: JudgePlan;
  readonly jobs: readonly Job[];
  readonly skipped: number;
}

/** Flags take precedence over settings, and settings over defaults. */
export function buildPlan({ project, request, judges, jobs, skipped }: PlanParts): Plan {
  const { config, env } = project;
  const settings = config.settings ?? {};
  const weights = request.noScore ? null : { ...defaultWeights, ...settings.scoring_weights };
  const judging = {
    retries: config.judging?.retries ?? 2,
    timeoutMs: (config.judging?.timeout_minutes ?? 10) * 60_000,
  };
  const hooks = { beforeAll: config.beforeAll ?? [], afterAll: config.afterAll ?? [] };
  const digests = computeDigests(project, jobs, {
    weights,
    judging,
    judges: judges.identity,
    env,
    ...hooks,
    ...sharedMetrics(jobs),
  });
  const plan: Plan = {
    ...(config.name !== undefined && { name: config.name }),
    configDir: project.configDir,
    configFile: project.configFile,
    jobs,
    skipped,
    concurrency: request.concurrency ?? settings.concurrency ?? 15,
    trials: highestTrial(
      jobs.map(({ cell }) => cell),
      request.trials ?? settings.trials ?? 1,
    ),
    ...(request.until !== undefined && { until: request.until }),
    runLimits: { ...settings.limits?.run, ...request.budget },
    ...(request.allowUnknownCost && { allowUnknownCost: true }),
    ...(settings.prices && { prices: settings.prices }),
    weights,
    failUnder: weights === null ? null : (request.failUnder ?? settings.fail_under ?? null),
    ...(settings.allowed_failures !== undefined && { allowedFailures: toAllowedFailures(settings.allowed_failures) }),
    verdict: settings.verdict ?? {},
    ...(settings.scorecard !== undefined && { scorecard: settings.scorecard }),
    retries: settings.retries ?? 2,
    ...(request.install === false && { install: false }),
    ...(request.rehearsal !== undefined && { rehearsal: request.rehearsal }),
    ...(settings.events && { events: settings.events }),
    ...readRunOverrides(request),
    judging,
    env,
    ...hooks,
    digests,
    seed: request.seed ?? sha256(canonicalJson(digests)).slice(0, 16),
    warnings: project.findings.warnings,
  };
  return deepFreeze(plan);
}

/** What must be the same when the report is resumed. */
function readRunOverrides({ judge, judgeSamples, failUnder, concurrency, dataOnly }: PlanRequest): Pick<Plan, "wishes"> {
  const wishes: RunOverrides = {
    ...(judge !== undefined && { judge }),
    ...(judgeSamples !== undefined && { judgeSamples }),
    ...(failUnder !== undefined && { failUnder }),
    ...(concurrency !== undefined && { concurrency }),
    ...(dataOnly && { dataOnly }),
  };
  return Object.keys(wishes).length === 0 ? {} : { wishes };
}

/** Drops the failure classes that are not set. */
export function toAllowedFailures(written: NonNullable<Settings["allowed_failures"]>): Plan["allowedFailures"] {
  return Object.fromEntries(Object.entries(written).filter(([, count]) => count !== undefined));
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
    scenarios: [...scenarios.values()],
    agents: [...agents.values()].map(({ name, config }) => ({
      name,
      config,
      adapter: project.adapters.get(config.agent)?.digest ?? "",
    })),
  });
}

const codeKeys = new Set(["adapter", "judges", "metrics", "metricJudge"]);

/** Freezes data; adapters, judges and metrics are code and keep their state. */
function deepFreeze<T>(value: T, key = ""): T {
  if (typeof value !== "object" || value === null || Object.isFrozen(value)) return value;
  if (codeKeys.has(key)) return value;
  for (const [name, part] of Object.entries(value)) deepFreeze<unknown>(part, name);
  return Object.freeze(value);
}
