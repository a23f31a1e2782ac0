/** The agents that a new project can have, each with whether it can run here. Nothing is started or downloaded to find out. */
import { builtInAgents } from "../../agents/catalog.ts";
import type { AgentAdapter } from "../../core/agent.ts";
import { listAgentKeys } from "../../core/agent/agent-keys.ts";
import { type AgentReadiness, packageSpec } from "../../core/agent/agent-readiness.ts";
import { pickDefined, probeAgent } from "../../runner/agents/readiness.ts";

/** "May run" is what has a program and needs no key that AXIS knows of. */
const states = ["can run", "may run", "needs a key", "not installed"] as const;

/** An agent as it is offered. */
export interface AgentChoice {
  readonly name: string;
  readonly state: (typeof states)[number];
  /** What the state rests on: a login, a key, a package; empty if there is nothing to say. */
  readonly detail: string;
}

/** These need no program, no account and no key. */
const samples: Readonly<Record<string, string>> = {
  command: "a sample agent: no account, no cost",
  replay: "plays back a recorded transcript",
};

/** Those that can run come first. */
export async function listAgentChoices(env: NodeJS.ProcessEnv, configDir: string): Promise<AgentChoice[]> {
  const choices = await Promise.all(
    Object.entries(builtInAgents).map(async ([name, adapter]): Promise<AgentChoice> => {
      const sample = samples[name];
      if (sample !== undefined) return { name, state: "can run", detail: sample };
      const found = await probeAgent({ adapter, config: { agent: name } }, pickDefined(env), { configDir });
      return { name, ...describeState(found, adapter, env) };
    }),
  );
  return choices.toSorted((a, b) => states.indexOf(a.state) - states.indexOf(b.state));
}

function describeState(
  found: AgentReadiness,
  adapter: AgentAdapter,
  env: NodeJS.ProcessEnv,
): Pick<AgentChoice, "state" | "detail"> {
  const { missing, program, programName, fetch, login, unconfirmed } = found;
  if (program === undefined && fetch === undefined)
    return { state: "not installed", detail: programName === undefined ? "" : `no ${programName} on PATH` };
  const download = fetch === undefined ? [] : [`axis run downloads ${packageSpec(fetch)}`];
  if (missing.length > 0) {
    const [first] = listAgentKeys(adapter);
    return { state: "needs a key", detail: [...(first === undefined ? missing : [first]), ...download].join("; ") };
  }
  if (unconfirmed !== undefined) return { state: "may run", detail: [unconfirmed, ...download].join("; ") };
  const key = listAgentKeys(adapter).find((name) => env[name]);
  return { state: "can run", detail: [login?.source ?? key ?? [], ...download].flat().join("; ") };
}

/** Picks the agent of a new project if none was given: the first preferred one that is installed and can run here, else the sample. */
export async function findDefaultAgent(env: NodeJS.ProcessEnv, configDir: string): Promise<string> {
  for (const name of ["claude-code", "codex", "gemini"]) {
    const adapter = builtInAgents[name];
    if (adapter === undefined) continue;
    const found = await probeAgent({ adapter, config: { agent: name } }, pickDefined(env), {
      configDir,
      install: false,
    });
    if (found.missing.length === 0) return name;
  }
  return "command";
}
