/** Looks for everything a plan needs on this machine before anything is started, and says all that is missing at once. */
import type { Env } from "../core/agent.ts";
import { CommandVerify } from "../core/check.ts";
import { referencedNames } from "../core/expand.ts";
import type { Plan, PlannedAgent } from "../core/plan.ts";
import type { Scenario } from "../core/scenario.ts";
import { findProgram } from "../process/find-program.ts";

/** Words the shell itself understands: there is no program to look for. */
const shellWords = new Set(
  (
    "! . : [ [[ { alias bg break case cd command continue do done echo elif else esac eval exec exit export false fc fg fi " +
    "for function getopts hash if in jobs kill let local printf pwd read readonly return select set shift source test then " +
    "time times trap true type ulimit umask unalias unset until wait while"
  ).split(" "),
);

/** What is missing, in sentences; empty means ready. */
export async function preflight(plan: Plan, env: NodeJS.ProcessEnv): Promise<string[]> {
  const agents = new Map(plan.jobs.map(({ agent }) => [agent.name, agent]));
  const scenarios = new Map(plan.jobs.map(({ scenario }) => [scenario.key, scenario]));
  const known = definedOnly(env);
  const missing = [
    ...(await Promise.all([...agents.values()].map((agent) => missingForAgent(agent, known, plan.configDir)))),
    ...(await Promise.all([...scenarios.values()].map((scenario) => missingForServers(scenario, known)))),
    ...(plan.weights === null
      ? []
      : await Promise.all([...scenarios.values()].map((each) => missingForChecks(each, known)))),
  ];
  return [...new Set(missing.flat())];
}

async function missingForAgent(
  { name, config, adapter }: PlannedAgent,
  env: Env,
  configDir: string,
): Promise<string[]> {
  const { command, transcript } = config;
  const task = {
    configDir,
    ...(command !== undefined && { command }),
    ...(transcript !== undefined && { transcript }),
  };
  const lacks = (await adapter.missing?.(env, task)) ?? [];
  const unset = (adapter.keys?.required ?? []).filter((key) => !env[key]);
  return [...lacks, ...unset.map((key) => `The environment variable ${key} is not set`)].map(
    (text) => `${name}: ${text}`,
  );
}

async function missingForServers(scenario: Scenario, env: Env): Promise<string[]> {
  const missing: string[] = [];
  for (const [name, server] of Object.entries(scenario.mcpServers)) {
    for (const variable of referencedNames(server)) {
      if (!env[variable]) missing.push(`The MCP server "${name}" refers to \${${variable}}, which is not set`);
    }
    if (server.type === "stdio" && (await findProgram(server.command, env, scenario.baseDir)) === null) {
      missing.push(`The program "${server.command}" of the MCP server "${name}" was not found`);
    }
  }
  return missing;
}

/** Only the first word of a command can be looked for, and only where it plainly is a program's name. */
async function missingForChecks(scenario: Scenario, env: Env): Promise<string[]> {
  const missing: string[] = [];
  for (const { check, verify } of scenario.checks) {
    const command = typeof verify === "string" ? verify : CommandVerify.safeParse(verify).data?.command;
    const program = /^\s*([A-Za-z0-9_.+-]+)(?=\s|$)/.exec(command ?? "")?.[1];
    if (program === undefined || shellWords.has(program)) continue;
    if ((await findProgram(program, env, scenario.baseDir)) !== null) continue;
    missing.push(
      `${scenario.place}: the program "${program}" of the check ${JSON.stringify(check)} was not found on PATH`,
    );
  }
  return missing;
}

function definedOnly(env: NodeJS.ProcessEnv): Env {
  const entries = Object.entries(env).filter((entry): entry is [string, string] => entry[1] !== undefined);
  return Object.fromEntries(entries);
}
