/** Writes the manifest of a bundle from the plan it was made for. */
import { relative, sep } from "node:path";
import type { Job, Plan } from "../../core/plan.ts";
import type { WorkspaceName } from "../../core/names/workspace-name.ts";
import type { CompetitionRecord } from "../../evaluate/compete/competition-record.ts";
import type { BundleManifest } from "./bundle-manifest.ts";

/** Extra time beyond the agent's limit for setup, checks and teardown, which each have their own limits. */
const overheadSeconds = 15 * 60;

export interface BundlePlan {
  readonly plan: Plan;
  readonly configFile: string;
  readonly workspace: WorkspaceName;
  readonly retention?: BundleManifest["retention"];
  readonly request: BundleManifest["request"];
  readonly competition?: CompetitionRecord | undefined;
}

/** Lists only scenarios and agents of the plan, because only those can be requested. */
export function describePlan({
  plan,
  configFile,
  workspace,
  retention,
  request,
  competition,
}: BundlePlan): BundleManifest {
  const agents = new Map(plan.jobs.map(({ agent }) => [agent.name, agent]));
  return {
    version: 1,
    workspace: workspace.slug,
    title: workspace.name.slice(0, 200),
    config: relative(plan.configDir, configFile).split(sep).join("/"),
    request,
    ...(competition && { competition: describeCompetition(competition) }),
    retention,
    agents: [...agents.values()].map(({ name, config }) => ({
      name,
      agent: config.agent,
      model: config.model ?? null,
    })),
    scenarios: describeScenarios(plan),
  };
}

function describeCompetition(record: CompetitionRecord): BundleManifest["competition"] {
  const { id, startedAt, base, rank, concurrency, agents, runs, trials, scenarios } = record;
  return { id, startedAt, base, rank, concurrency, agents, runs, trials, scenarios };
}

type DescribedScenario = BundleManifest["scenarios"][string];

function describeScenarios({ jobs, digests, retries = 0, judging }: Plan): BundleManifest["scenarios"] {
  const byKey = new Map<string, Job[]>();
  for (const job of jobs) byKey.set(job.scenario.key, [...(byKey.get(job.scenario.key) ?? []), job]);
  const described = [...byKey].map(([key, of]) => {
    const minutes = of[0]?.scenario.limits.time_minutes ?? 0;
    const judgingSeconds = ((judging.retries + 1) * judging.timeoutMs) / 1_000;
    const longestSeconds = (minutes * 60 + overheadSeconds) * (retries + 1) + judgingSeconds;
    const agents = [...new Set(of.map(({ agent }) => agent.name))];
    return [key, { hash: digests.scenarios[key] ?? "", agents, longestSeconds }] as [string, DescribedScenario];
  });
  return Object.fromEntries(described);
}
