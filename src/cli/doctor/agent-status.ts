/** What this machine has for one agent: its program, its version, and how it signs in. Names of keys, never values. */
import type { AgentReadiness } from "../../core/agent/agent-readiness.ts";
import { packageSpec } from "../../core/agent/agent-readiness.ts";
import type { PlannedAgent } from "../../core/plan.ts";
import { pickDefined, probeAgent } from "../../runner/agents/readiness.ts";
import type { CliDeps } from "../command.ts";
import { readProgramVersion } from "./program-version.ts";

export interface AgentStatus {
  readonly name: string;
  readonly configured: boolean;
  /** The name of its program. */
  readonly programName: string;
  /** The path of the program; null if it is not on this machine. */
  readonly program: string | null;
  /** The version the program reports, or that of the package that would be downloaded; null if neither is known. */
  readonly version: string | null;
  /** The package that `axis run` would download because the program is missing. */
  readonly fetches?: string;
  /** Names of the agent's keys that are set. */
  readonly keysSet: readonly string[];
  readonly keysUnset: readonly string[];
  /** Where a login was found that can be used instead of a key. */
  readonly login?: string;
  /** What is missing and how to fix it; empty if the agent can run. */
  readonly missing: readonly string[];
}

export interface InspectedAgent extends PlannedAgent {
  readonly configured: boolean;
  readonly configDir: string;
}

export async function inspectAgent(agent: InspectedAgent, { env }: Pick<CliDeps, "env">): Promise<AgentStatus> {
  const found = await probeAgent(agent, pickDefined(env), { configDir: agent.configDir });
  const { required = [], optional = [] } = agent.adapter.keys ?? {};
  const keys = [...required, ...optional];
  return {
    name: agent.name,
    configured: agent.configured,
    programName: found.programName ?? agent.name,
    program: found.program?.[0] ?? null,
    version: await readVersion(found, env),
    ...(found.fetch === undefined ? {} : { fetches: packageSpec(found.fetch) }),
    keysSet: keys.filter((key) => env[key]),
    keysUnset: keys.filter((key) => !env[key]),
    ...(found.login === undefined ? {} : { login: found.login.source }),
    missing: found.missing,
  };
}

async function readVersion({ program, fetch }: AgentReadiness, env: NodeJS.ProcessEnv): Promise<string | null> {
  if (program !== undefined) return readProgramVersion(program, env);
  return fetch?.version ?? null;
}
