/** What this machine has for one agent: its program and version, and how it signs in. Names of keys, never values. */
import type { AgentReadiness } from "../../core/agent/agent-readiness.ts";
import { packageSpec } from "../../core/agent/agent-readiness.ts";
import type { PlannedAgent } from "../../core/plan.ts";
import { definedOnly, readAgent } from "../../runner/agents/readiness.ts";
import type { CliWorld } from "../command.ts";
import { programVersion } from "./program-version.ts";

export interface AgentLook {
  readonly name: string;
  readonly configured: boolean;
  /** What its program is called. */
  readonly programName: string;
  /** Path of the program; null where it is not on this machine. */
  readonly program: string | null;
  /** As the program says, or of the package that would be fetched; null where neither tells. */
  readonly version: string | null;
  /** The package `axis run` would fetch for lack of the program. */
  readonly fetches?: string;
  /** Keys of the agent that are set, by name. */
  readonly keysSet: readonly string[];
  readonly keysUnset: readonly string[];
  /** Where a login was found that stands in for its key. */
  readonly login?: string;
  /** What is missing, and the way out; empty means it can run. */
  readonly missing: readonly string[];
}

export interface AskedAgent extends PlannedAgent {
  readonly configured: boolean;
  readonly configDir: string;
}

export async function lookAtAgent(agent: AskedAgent, { env }: Pick<CliWorld, "env">): Promise<AgentLook> {
  const found = await readAgent(agent, definedOnly(env), { configDir: agent.configDir });
  const { required = [], optional = [] } = agent.adapter.keys ?? {};
  const keys = [...required, ...optional];
  return {
    name: agent.name,
    configured: agent.configured,
    programName: found.programName ?? agent.name,
    program: found.program?.[0] ?? null,
    version: await versionOf(found, env),
    ...(found.fetch === undefined ? {} : { fetches: packageSpec(found.fetch) }),
    keysSet: keys.filter((key) => env[key]),
    keysUnset: keys.filter((key) => !env[key]),
    ...(found.login === undefined ? {} : { login: found.login.source }),
    missing: found.missing,
  };
}

async function versionOf({ program, fetch }: AgentReadiness, env: NodeJS.ProcessEnv): Promise<string | null> {
  if (program !== undefined) return programVersion(program, env);
  return fetch?.version ?? null;
}
