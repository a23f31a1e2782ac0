/** Looks for everything a plan needs on this machine before anything is started, and says all that is missing at once. */
import type { Env } from "../core/agent.ts";
import { referencedNames } from "../core/expand.ts";
import type { Plan } from "../core/plan.ts";
import type { Scenario } from "../core/scenario.ts";
import { findProgram } from "../process/find-program.ts";
import { definedOnly, readAgents, type Readiness } from "./agents/readiness.ts";

/** What is missing, in sentences; empty means ready. */
export async function preflight(plan: Plan, env: NodeJS.ProcessEnv, agents?: Readiness): Promise<string[]> {
  const found = agents ?? (await readAgents(plan, env));
  const scenarios = new Map(plan.jobs.map(({ scenario }) => [scenario.key, scenario]));
  const known = definedOnly(env);
  const missing = [
    ...[...found].map(([name, { missing: lacks }]) => lacks.map((text) => `${name}: ${text}`)),
    ...(await Promise.all([...scenarios.values()].map((scenario) => missingForServers(scenario, known)))),
  ];
  return [...new Set(missing.flat())];
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
