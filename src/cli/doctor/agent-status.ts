/** What this machine has for one agent: its program, its version, and how it signs in. Names of keys, never values. */
import { randomUUID } from "node:crypto";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type AgentReadiness, packageSpec } from "../../core/agent/agent-readiness.ts";
import type { PlannedAgent } from "../../core/plan.ts";
import { runProgram } from "../../process/run-program.ts";
import { openScope } from "../../process/scope.ts";
import { pickDefined, probeAgent } from "../../runner/agents/readiness.ts";
import { findTemporaryFolderProblem } from "../../runner/workspace/temporary-folder.ts";
import type { CliDeps } from "../command.ts";

/** Some programs take seconds to start; one that hangs is abandoned. */
const timeoutMs = 15_000;

/** Returns the first part of the answer that looks like a version, or null. */
async function readProgramVersion(
  [program, ...first]: readonly [string, ...string[]],
  { PATH = "" }: NodeJS.ProcessEnv,
): Promise<string | null> {
  // A missing temporary folder is a separate finding; without one the program cannot be asked.
  if ((await findTemporaryFolderProblem()) !== null) return null;
  const home = await mkdtemp(join(tmpdir(), "axis-doctor-"));
  try {
    await using scope = await openScope({ runId: randomUUID(), home });
    const { stdout, exit } = await runProgram(scope, {
      program,
      args: [...first, "--version"],
      cwd: home,
      env: { PATH, HOME: home },
      timeoutMs,
    });
    return exit.code === 0 ? (/\d+\.\d+(?:[.+-]\w+){0,8}/.exec(stdout)?.[0] ?? null) : null;
  } finally {
    await rm(home, { recursive: true, force: true });
  }
}

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

export async function inspectAgent(agent: InspectedAgent, { env }: CliDeps): Promise<AgentStatus> {
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
