/** What each agent of a plan finds on this machine. Nothing is started or fetched to find it out. */
import type { Env } from "../../core/agent.ts";
import type { AgentReadiness } from "../../core/agent/agent-readiness.ts";
import { endpointVariables } from "../../core/model/model-endpoint.ts";
import type { Plan, PlannedAgent } from "../../core/plan.ts";

const cannotRehearse = "Its adapter cannot be pointed at a scripted model (acceptsEndpoint), so --script leaves it out";

/** By the name of the agent. */
export type Readiness = ReadonlyMap<string, AgentReadiness>;

export async function readAgents(plan: Plan, operator: NodeJS.ProcessEnv): Promise<Readiness> {
  const agents = new Map(plan.jobs.map(({ agent }) => [agent.name, agent]));
  const env = definedOnly(operator);
  const found = [...agents].map(async ([name, agent]) => [name, await readAgent(agent, env, plan)] as const);
  return new Map(await Promise.all(found));
}

type Frame = Pick<Plan, "configDir" | "rehearsal" | "install">;

/** What one agent finds; an adapter that only tells what is missing is asked for that. */
export async function readAgent(
  { config, adapter }: Pick<PlannedAgent, "config" | "adapter">,
  operator: Env,
  { configDir, rehearsal, install }: Frame,
): Promise<AgentReadiness> {
  if (rehearsal !== undefined && adapter.acceptsEndpoint !== true) return { missing: [cannotRehearse] };
  const env = rehearsal === undefined ? operator : { ...operator, ...endpointVariables(rehearsal.endpoint) };
  const { command, transcript } = config;
  const task = {
    configDir,
    ...(install === false && { install }),
    ...(rehearsal !== undefined && { endpoint: rehearsal.endpoint }),
    ...(command !== undefined && { command }),
    ...(transcript !== undefined && { transcript }),
  };
  if (adapter.ready !== undefined) return adapter.ready(env, task);
  const lacks = (await adapter.missing?.(env, task)) ?? [];
  const unset = (adapter.keys?.required ?? []).filter((key) => !env[key]);
  return { missing: [...lacks, ...unset.map((key) => `The environment variable ${key} is not set`)] };
}

export function definedOnly(env: NodeJS.ProcessEnv): Env {
  const entries = Object.entries(env).filter((entry): entry is [string, string] => entry[1] !== undefined);
  return Object.fromEntries(entries);
}
