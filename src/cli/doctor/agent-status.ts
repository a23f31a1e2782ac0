/** What this machine has for one agent: its program, its version, and how it signs in. Names of keys, never values. */
import { randomUUID } from "node:crypto";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type AgentReadiness, packageSpec } from "../../core/agent/agent-readiness.ts";
import { builtInAgents } from "../../agents/catalog.ts";
import type { ProcessExit } from "../../core/agent.ts";
import type { PlannedAgent } from "../../core/plan.ts";
import { runProgram } from "../../process/run-program.ts";
import { openScope } from "../../process/scope.ts";
import { pickDefined, probeAgent } from "../../runner/agents/readiness.ts";
import { findTemporaryFolderProblem } from "../../runner/workspace/temporary-folder.ts";
import type { CliDeps } from "../command.ts";

/** Some programs take seconds to start; one that hangs is abandoned. */
const timeoutMs = 15_000;

/** What a program said when it was asked for its version. */
interface ProgramAnswer {
  /** The first part of the answer that looks like a version. */
  readonly version: string | null;
  /** Why there was no answer, as the end of a sentence; null if there was one. */
  readonly silence: string | null;
}

async function askProgramVersion(
  [program, ...first]: readonly [string, ...string[]],
  { PATH = "" }: NodeJS.ProcessEnv,
): Promise<ProgramAnswer> {
  // A missing temporary folder is a separate finding; without one the program cannot be asked.
  if ((await findTemporaryFolderProblem()) !== null)
    return { version: null, silence: "it cannot be asked without a temporary folder" };
  const home = await mkdtemp(join(tmpdir(), "axis-doctor-"));
  try {
    await using scope = await openScope({ runId: randomUUID(), home });
    const { stdout, exit, timedOut } = await runProgram(scope, {
      program,
      args: [...first, "--version"],
      cwd: home,
      env: { PATH, HOME: home },
      timeoutMs,
    });
    if (timedOut) return { version: null, silence: `it did not answer --version within ${timeoutMs / 1000} s` };
    if (exit.code !== 0) return { version: null, silence: describeFailedAnswer(exit) };
    return { version: /\d+\.\d+(?:[.+-]\w+){0,8}/.exec(stdout)?.[0] ?? null, silence: null };
  } finally {
    await rm(home, { recursive: true, force: true });
  }
}

function describeFailedAnswer({ spawnError, code, signal, stderr }: ProcessExit): string {
  if (spawnError !== null) return `it could not be started: ${spawnError}`;
  const [said = ""] = stderr.trim().split("\n");
  const ending = code === null ? `signal ${signal}` : `exit code ${code}`;
  return `it answered --version with ${ending}${said === "" ? "" : `: ${said.length <= 200 ? said : `${said.slice(0, 199)}…`}`}`;
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
  /** Why it is not known whether the agent can run, though nothing is missing; absent if it is known. */
  readonly unconfirmed?: string;
}

export interface InspectedAgent extends PlannedAgent {
  readonly configured: boolean;
  readonly configDir: string;
}

/** Asks the program of an agent. One that gives no answer, or that has no way to sign in, cannot run. */
export async function inspectAgent(agent: InspectedAgent, { env }: CliDeps): Promise<AgentStatus> {
  const found = await probeAgent(agent, pickDefined(env), { configDir: agent.configDir });
  const { program, fetch, login } = found;
  const answer = program === undefined ? undefined : await askProgramVersion(program, env);
  const { required = [], optional = [] } = agent.adapter.keys ?? {};
  const keys = [...required, ...optional];
  const keysSet = keys.filter((key) => env[key]);
  const isSignedIn = login !== undefined || keysSet.length > 0;
  return {
    name: agent.name,
    configured: agent.configured,
    programName: found.programName ?? agent.name,
    program: program?.[0] ?? null,
    ...describeVersion(fetch, answer),
    keysSet,
    keysUnset: keys.filter((key) => !env[key]),
    ...(login === undefined ? {} : { login: login.source }),
    ...sortDoubts(agent, found.missing, [
      ...listProgramDoubts(found, answer),
      ...(isSignedIn ? [] : listSignInDoubts(agent)),
    ]),
  };
}

function describeVersion(
  fetch: AgentReadiness["fetch"],
  answer: ProgramAnswer | undefined,
): Pick<AgentStatus, "version" | "fetches"> {
  if (fetch === undefined) return { version: answer?.version ?? null };
  return { version: fetch.version, fetches: packageSpec(fetch) };
}

/** A reason to doubt that an agent can run. */
interface Doubt {
  readonly why: string;
  /** For a program of our table, this is a problem. */
  readonly isCertain: boolean;
}

/** Only the programs of our table are known to answer --version and to need a key. */
function sortDoubts(
  agent: InspectedAgent,
  missing: readonly string[],
  doubts: readonly Doubt[],
): Pick<AgentStatus, "missing" | "unconfirmed"> {
  const certain = doubts.filter(({ isCertain }) => isCertain && isUnchangedBuiltIn(agent));
  const all = [...missing, ...certain.map(({ why }) => why)];
  const [doubt] = doubts;
  return all.length > 0 || doubt === undefined ? { missing: all } : { missing: [], unconfirmed: doubt.why };
}

function isUnchangedBuiltIn({ config, adapter }: PlannedAgent): boolean {
  return builtInAgents[config.agent] === adapter && config.command === undefined;
}

function listProgramDoubts({ programName, fetch }: AgentReadiness, answer: ProgramAnswer | undefined): Doubt[] {
  if (fetch !== undefined) return [{ why: `axis run first downloads ${packageSpec(fetch)}`, isCertain: false }];
  if (answer === undefined || answer.silence === null) return [];
  return [{ why: `The program "${programName}" was found, but ${answer.silence}`, isCertain: true }];
}

/** A required key that is not set is missing already. */
function listSignInDoubts(agent: InspectedAgent): Doubt[] {
  const { required = [], optional = [] } = agent.adapter.keys ?? {};
  if (required.length > 0) return [];
  if (optional.length > 0)
    return [{ why: `It has no key and no login; set one of ${optional.join(", ")}`, isCertain: true }];
  return isUnchangedBuiltIn(agent) ? [{ why: "AXIS cannot see whether it is signed in", isCertain: false }] : [];
}
