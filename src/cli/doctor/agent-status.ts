/** What this machine has for one agent: its program, its version, and how it signs in. Names of keys, never values. */
import { randomUUID } from "node:crypto";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type AgentReadiness, packageSpec } from "../../core/agent/agent-readiness.ts";
import { builtInAgents } from "../../agents/catalog.ts";
import { type AgentProof, findAgentProof } from "../../agents/proof.ts";
import { listAgentKeys, listKeysToChoose } from "../../core/agent/agent-keys.ts";
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
  return `it answered --version with ${ending}${said === "" ? "" : `: ${said.slice(0, 200)}`}`;
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
  /** Names of all its keys that must be set. */
  readonly keysRequired: readonly string[];
  /** Names of the keys of which one is enough to sign in. */
  readonly keysToChoose: readonly string[];
  /** Names of the agent's keys that are set, including those that it only may use. */
  readonly keysSet: readonly string[];
  readonly keysUnset: readonly string[];
  /** Where a login was found that can be used instead of a key. */
  readonly login?: string;
  /** What is missing and how to fix it; empty if the agent can run. */
  readonly missing: readonly string[];
  /** Why it is not known whether the agent can run, though nothing is missing; absent if it is known. */
  readonly unconfirmed?: string;
  /** How far the AXIS project has proven it; absent for programs that are not built in. */
  readonly proven?: AgentProof;
}

export interface InspectedAgent extends PlannedAgent {
  readonly configured: boolean;
  readonly configDir: string;
  /** Names of the variables that the config passes to agents besides their keys. */
  readonly names: readonly string[];
}

/** Asks the program of an agent. One that gives no answer, or that has no way to sign in, cannot run. */
export async function inspectAgent(agent: InspectedAgent, { env }: CliDeps): Promise<AgentStatus> {
  const { configDir, names } = agent;
  const found = await probeAgent(agent, pickDefined(env), { configDir, names });
  const { program, fetch, login } = found;
  const answer = program === undefined ? undefined : await askProgramVersion(program, env);
  const keys = listAgentKeys(agent.adapter);
  const proof = isBuiltIn(agent) ? findAgentProof(agent.config.agent) : undefined;
  return {
    name: agent.name,
    configured: agent.configured,
    programName: found.programName ?? agent.name,
    program: program?.[0] ?? null,
    ...describeVersion(fetch, answer),
    keysRequired: agent.adapter.keys?.required ?? [],
    keysToChoose: listKeysToChoose(agent.adapter.keys),
    keysSet: keys.filter((key) => env[key]),
    keysUnset: keys.filter((key) => !env[key]),
    ...(login === undefined ? {} : { login: login.source }),
    ...(proof === undefined ? {} : { proven: proof }),
    ...judgeDoubts(agent, found, answer),
  };
}

function describeVersion(
  fetch: AgentReadiness["fetch"],
  answer: ProgramAnswer | undefined,
): Pick<AgentStatus, "version" | "fetches"> {
  if (fetch === undefined) return { version: answer?.version ?? null };
  return { version: fetch.version, fetches: packageSpec(fetch) };
}

/** A program of our table that does not answer --version cannot run; another one may not know the flag. */
function judgeDoubts(
  agent: InspectedAgent,
  found: AgentReadiness,
  answer: ProgramAnswer | undefined,
): Pick<AgentStatus, "missing" | "unconfirmed"> {
  const isKnown = isBuiltIn(agent) && agent.config.command === undefined;
  const subject = `The program "${found.programName}" was found, but`;
  const mute = typeof answer?.silence === "string" ? [`${subject} ${answer.silence}`] : [];
  const missing = [...found.missing, ...(isKnown ? mute : [])];
  if (missing.length > 0) return { missing };
  const hasNoVersion = isKnown && answer !== undefined && answer.version === null;
  const doubts = [
    ...listReadinessDoubts(found),
    ...mute,
    ...(hasNoVersion ? [`${subject} it did not tell its version`] : []),
  ];
  return doubts.length === 0 ? { missing } : { missing, unconfirmed: doubts.join(". ") };
}

function listReadinessDoubts({ fetch, unconfirmed }: AgentReadiness): string[] {
  const download = fetch === undefined ? [] : [`axis run first downloads ${packageSpec(fetch)}`];
  return unconfirmed === undefined ? download : [...download, unconfirmed];
}

function isBuiltIn({ config, adapter }: PlannedAgent): boolean {
  return builtInAgents[config.agent] === adapter;
}
