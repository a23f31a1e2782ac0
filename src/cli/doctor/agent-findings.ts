/** Checks whether the agents of a project can run here: their programs, keys (never the values) and MCP servers. */
import type { AgentAdapter } from "../../core/agent.ts";
import { listAgentKeys } from "../../core/agent/agent-keys.ts";
import { proofWarnings } from "../../agents/proof.ts";
import { AxisError } from "../../core/error.ts";
import { canRunWith } from "../../config/planning/selection.ts";
import { suggestName } from "../../config/validation/suggest.ts";
import type { KnownAdapters } from "../../config/plan-agents.ts";
import type { Job, Plan, PlannedAgent } from "../../core/plan.ts";
import { rulesJudge } from "../../judging/rules/rules.ts";
import { pickDefined } from "../../runner/agents/readiness.ts";
import { missingForChecks, preflight } from "../../runner/preflight.ts";
import type { CliDeps } from "../command.ts";
import type { AgentStatus } from "./agent-status.ts";
import { createDoctorPlan } from "./doctor-plan.ts";
import { type DoctorFinding, note, ok, problem } from "./finding.ts";
import type { LocalProject } from "./local-project.ts";

/** Checks everything configured, the same way `axis run` does before it starts. `statuses` are those of agents with a program. */
export async function agentFindings(
  project: LocalProject,
  statuses: readonly AgentStatus[],
  { env }: CliDeps,
): Promise<DoctorFinding[]> {
  const plan = createDoctorPlan(project, planAllJobs(project));
  const missing = await preflight(plan, env);
  const busy = new Set(plan.jobs.map(({ agent }) => agent.name));
  const ofAgent = (name: string) => missing.filter((sentence) => sentence.startsWith(`${name}: `));
  const agents = project.agents.flatMap(({ name, adapter }) => {
    // An agent's needs depend on the task, so without a scenario they are unknown.
    if (!busy.has(name)) return [note("agents", `${name} was not checked: no scenario runs with it`)];
    const status = statuses.find((each) => each.configured && each.name === name);
    const lacks = new Set([...ofAgent(name), ...(status?.missing ?? []).map((text) => `${name}: ${text}`)]);
    const state = lacks.size > 0 ? [...lacks].map((text) => problem("agents", text)) : [describeReady(name, status)];
    return [...state, ...proofFindings(name, status), ...keyFindings(name, adapter, env)];
  });
  const said = new Set(project.agents.flatMap(({ name }) => ofAgent(name)));
  return [
    ...agents,
    ...missing.filter((sentence) => !said.has(sentence)).map((sentence) => problem("scenarios", sentence)),
    ...(await checkFindings(plan, project, env)),
  ];
}

/** Nothing is missing; whether the program also answered decides what can be said. */
function describeReady(name: string, status: AgentStatus | undefined): DoctorFinding {
  if (status?.unconfirmed === undefined) return ok("agents", `${name} can run`);
  return note("agents", `${name} may run, which was not confirmed: ${status.unconfirmed}`);
}

/** What the AXIS project has never seen work is no problem here, but people should know it. */
function proofFindings(name: string, status: AgentStatus | undefined): DoctorFinding[] {
  const warning = status?.proven === undefined ? null : proofWarnings[status.proven];
  return warning === null ? [] : [note("agents", `${name}: ${warning}`)];
}

/** Checks the programs that checks need; beforeAll may install them, but it does not run here. */
async function checkFindings(
  { jobs }: Plan,
  { config }: LocalProject,
  env: NodeJS.ProcessEnv,
): Promise<DoctorFinding[]> {
  const scenarios = new Map(jobs.map(({ scenario }) => [scenario.key, scenario]));
  const found = await Promise.all(
    [...scenarios.values()].map((scenario) => missingForChecks(scenario, pickDefined(env))),
  );
  const mayCome = (config.beforeAll ?? []).length > 0;
  return found.flat().map((sentence) => {
    return mayCome ? note("scenarios", `${sentence}; beforeAll may install it`) : problem("scenarios", sentence);
  });
}

/** Finds the agents that were requested by name. */
export function requireAgentsByName(names: readonly string[], adapters: KnownAdapters): PlannedAgent[] {
  return names.map((written) => {
    const name = written.toLowerCase();
    const adapter = adapters.get(name)?.adapter;
    if (adapter !== undefined) return { name, adapter, config: { agent: name } };
    throw new AxisError("flag-invalid", `Unknown agent "${written}"`, {
      hint: suggestName(name, [...adapters.keys()]),
    });
  });
}

/** Agents that are not in the config never cause a problem finding. Agents that are programs appear in the table. */
export async function unconfiguredAgentFindings(
  agents: readonly PlannedAgent[],
  { env, cwd }: CliDeps,
): Promise<DoctorFinding[]> {
  const found: DoctorFinding[] = [];
  for (const { name, adapter } of agents.filter((agent) => agent.adapter.ready === undefined)) {
    const lacks = (await adapter.missing?.(pickDefined(env), { configDir: cwd })) ?? [];
    const state = lacks.length === 0 ? "can run" : lacks.join("; ");
    found.push(note("agents", `${name}, not configured: ${state}`), ...keyFindings(name, adapter, env));
  }
  return found;
}

/** For agents that are programs, the table shows the keys. */
function keyFindings(name: string, adapter: AgentAdapter, env: NodeJS.ProcessEnv): DoctorFinding[] {
  if (adapter.ready !== undefined) return [];
  return listAgentKeys(adapter).map((key) => note("agents", `${name}: ${key} is ${env[key] ? "set" : "not set"}`));
}

/** Plans every agent with every scenario it runs with, for all configured trials. Judges are checked elsewhere. */
function planAllJobs({ agents, scenarios, config }: LocalProject): Job[] {
  const judges = { goal: rulesJudge, environment: rulesJudge, service: rulesJudge, agent: rulesJudge };
  const trials = Array.from({ length: config.settings?.trials ?? 1 }, (_, index) => index + 1);
  return scenarios
    .filter(({ skip }) => !skip)
    .flatMap(({ scenario }) =>
      agents
        .filter((agent) => canRunWith(scenario, agent))
        .flatMap((agent) => {
          const cell = { scenario: scenario.key, agent: agent.name };
          return trials.map((trial) => ({ cell: { ...cell, trial }, scenario, agent, skills: [], judges }));
        }),
    );
}
