/** Whether the agents of a project can run here: their programs, their keys (never the values), their MCP servers. */
import type { AgentAdapter } from "../../core/agent.ts";
import { AxisError } from "../../core/error.ts";
import { didYouMean } from "../../config/validation/suggest.ts";
import type { KnownAdapters } from "../../config/planning/adapters.ts";
import type { Job, Plan, PlannedAgent } from "../../core/plan.ts";
import { rulesJudge } from "../../judges/rules.ts";
import { definedOnly } from "../../runner/agents/readiness.ts";
import { preflight } from "../../runner/preflight.ts";
import type { CliWorld } from "../command.ts";
import { type Finding, note, ok, problem } from "./finding.ts";
import type { LocalProject } from "./local-project.ts";

/** Everything configured, as `axis run` would look for it before it starts. */
export async function agentFindings(project: LocalProject, { env }: CliWorld): Promise<Finding[]> {
  const plan = everything(project);
  // What an agent needs is asked for a task: without one nobody knows.
  if (plan.jobs.length === 0)
    return project.agents.map(({ name }) => note("agents", `${name} was not looked at: there is no scenario to run`));
  const missing = await preflight(plan, env);
  const ofAgent = (name: string) => missing.filter((sentence) => sentence.startsWith(`${name}: `));
  const agents = project.agents.flatMap(({ name, adapter }) => {
    const lacks = ofAgent(name).map((sentence) => problem("agents", sentence));
    return [...(lacks.length > 0 ? lacks : [ok("agents", `${name} can run`)]), ...keyFindings(name, adapter, env)];
  });
  const said = new Set(project.agents.flatMap(({ name }) => ofAgent(name)));
  return [
    ...agents,
    ...missing.filter((sentence) => !said.has(sentence)).map((sentence) => problem("scenarios", sentence)),
  ];
}

/** Agents that were asked about by name. */
export function askedAgents(names: readonly string[], adapters: KnownAdapters): PlannedAgent[] {
  return names.map((written) => {
    const name = written.toLowerCase();
    const adapter = adapters.get(name)?.adapter;
    if (adapter !== undefined) return { name, adapter, config: { agent: name } };
    throw new AxisError("flag-invalid", `There is no agent "${written}"`, {
      hint: didYouMean(name, [...adapters.keys()]),
    });
  });
}

/** What is not in the config decides nothing. Agents that are programs stand in the table. */
export async function furtherFindings(agents: readonly PlannedAgent[], { env, cwd }: CliWorld): Promise<Finding[]> {
  const found: Finding[] = [];
  for (const { name, adapter } of agents.filter((agent) => agent.adapter.ready === undefined)) {
    const lacks = (await adapter.missing?.(definedOnly(env), { configDir: cwd })) ?? [];
    const state = lacks.length === 0 ? "can run" : lacks.join("; ");
    found.push(note("agents", `${name}, which is not configured: ${state}`), ...keyFindings(name, adapter, env));
  }
  return found;
}

/** Of agents that are programs the table says it. */
function keyFindings(name: string, { keys, ready }: AgentAdapter, env: NodeJS.ProcessEnv): Finding[] {
  if (ready !== undefined) return [];
  const all = [...(keys?.required ?? []), ...(keys?.optional ?? [])];
  return all.map((key) => note("agents", `${name}: ${key} is ${env[key] ? "set" : "not set"}`));
}

/** Every agent with every scenario, whoever may meet whom: what one of them needs should be here. */
function everything({ configDir, agents, scenarios }: LocalProject): Plan {
  const judges = { goal: rulesJudge, environment: rulesJudge, service: rulesJudge, agent: rulesJudge };
  const jobs = scenarios.flatMap(({ scenario, skip }): Job[] =>
    skip
      ? []
      : agents.map((agent) => ({
          cell: { scenario: scenario.key, agent: agent.name, trial: 1 },
          scenario,
          agent,
          skills: [],
          judges,
        })),
  );
  const names = { agent: [], judge: [], hooks: [], checks: [] };
  return {
    configDir,
    configFile: null,
    jobs,
    skipped: 0,
    concurrency: 1,
    trials: 1,
    runLimits: {},
    weights: null,
    failUnder: null,
    verdict: {},
    judging: { retries: 0, timeoutMs: 0 },
    env: names,
    beforeAll: [],
    afterAll: [],
    digests: { axis: "", settings: "", scenarios: {}, agents: {} },
    seed: "",
    warnings: [],
  };
}
