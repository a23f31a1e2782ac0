/** Finds out what each agent of a plan needs on this machine, without starting or fetching anything. */
import type { AgentAdapter, Env, ReadinessTask } from "../../core/agent.ts";
import { describeNoneSet } from "../../core/agent/agent-keys.ts";
import type { AgentReadiness } from "../../core/agent/agent-readiness.ts";
import { errorMessage } from "../../core/error.ts";
import { endpointVariables } from "../../core/model/model-endpoint.ts";
import type { Plan, PlannedAgent } from "../../core/plan.ts";

/** How long an adapter may take to list what is missing. */
const answerLimitMs = 60_000;

const cannotRehearse = "Its adapter cannot be pointed at a scripted model (acceptsEndpoint), so --script skips it";

/** Keyed by agent name. */
export type Readiness = ReadonlyMap<string, AgentReadiness>;

export async function probeAgents(plan: Plan, operator: NodeJS.ProcessEnv): Promise<Readiness> {
  const agents = new Map(plan.jobs.map(({ agent }) => [agent.name, agent]));
  const env = pickDefined(operator);
  const settings = { ...plan, names: plan.env.agent };
  const found = [...agents].map(async ([name, agent]) => [name, await probeAgent(agent, env, settings)] as const);
  return new Map(await Promise.all(found));
}

type ProbeSettings = Pick<Plan, "configDir" | "rehearsal" | "install"> & {
  /** Names of the variables that the config passes to the program besides its keys. */
  readonly names?: readonly string[];
};

/** Probes one agent; an adapter without `ready` is only asked for what is missing. */
export async function probeAgent(
  { config, adapter }: Pick<PlannedAgent, "config" | "adapter">,
  operator: Env,
  { configDir, rehearsal, install, names }: ProbeSettings,
): Promise<AgentReadiness> {
  if (rehearsal !== undefined && adapter.acceptsEndpoint !== true) return { missing: [cannotRehearse] };
  const env = rehearsal === undefined ? operator : { ...operator, ...endpointVariables(rehearsal.endpoint) };
  const { command, transcript } = config;
  const task = {
    configDir,
    ...(install === false && { install }),
    ...(names !== undefined && { forwarded: names }),
    ...(rehearsal !== undefined && { endpoint: rehearsal.endpoint }),
    ...(command !== undefined && { command }),
    ...(transcript !== undefined && { transcript }),
  };
  if (adapter.ready !== undefined) return adapter.ready(env, task);
  return { missing: [...(await listMissing(adapter, env, task)), ...listUnsetKeys(adapter, env)] };
}

function listUnsetKeys({ keys }: AgentAdapter, env: Env): string[] {
  const { required = [], oneOf = [] } = keys ?? {};
  const unset = required.filter((key) => !env[key]).map((key) => `The environment variable ${key} is not set`);
  const isChoiceMade = oneOf.length === 0 || oneOf.some((key) => env[key]);
  return isChoiceMade ? unset : [...unset, `${describeNoneSet(oneOf)}; set one of them`];
}

/** Asks an adapter what is missing. If it cannot answer, that is reported: user modules may not respect the types. */
async function listMissing(adapter: AgentAdapter, env: Env, task: ReadinessTask): Promise<string[]> {
  try {
    const said: unknown = (await withAnswerLimit(async () => adapter.missing?.(env, task))) ?? [];
    return Array.isArray(said) ? said.map(String) : ["Its adapter did not return a list of sentences from missing()"];
  } catch (error) {
    return [`Its adapter failed to list what is missing: ${errorMessage(error)}`];
  }
}

async function withAnswerLimit<T>(ask: () => Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(`it did not answer within ${answerLimitMs / 1000} s`)), answerLimitMs);
  });
  try {
    return await Promise.race([ask(), late]);
  } finally {
    clearTimeout(timer);
  }
}

export function pickDefined(env: NodeJS.ProcessEnv): Env {
  const entries = Object.entries(env).filter((entry): entry is [string, string] => entry[1] !== undefined);
  return Object.fromEntries(entries);
}
