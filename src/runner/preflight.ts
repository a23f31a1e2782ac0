/** Looks for everything a plan needs on this machine before anything starts, and reports all that is missing at once. */
import { stat } from "node:fs/promises";
import { isAbsolute, join } from "node:path";
import type { Env } from "../core/agent.ts";
import { fillReferences, referencedNames } from "../core/scenario/expand.ts";
import { isWebAddress, webAddressDescription } from "../core/scenario/web-address.ts";
import type { Judge } from "../core/judge.ts";
import type { Job, Plan } from "../core/plan.ts";
import type { Scenario } from "../core/scenario.ts";
import type { Verify } from "../core/scenario/check.ts";
import { findProgram } from "../process/find-program.ts";
import { findAbsentProgram } from "../process/shell.ts";
import { pickDefined, probeAgents, type Readiness } from "./agents/readiness.ts";

/** Returns what is missing as sentences; an empty list means ready. */
export async function preflight(plan: Plan, env: NodeJS.ProcessEnv, agents?: Readiness): Promise<string[]> {
  const found = agents ?? (await probeAgents(plan, env));
  const scenarios = new Map(plan.jobs.map(({ scenario }) => [scenario.key, scenario]));
  const known = pickDefined(env);
  const missing = [
    ...[...found].map(([name, { missing: lacks }]) => lacks.map((text) => `${name}: ${text}`)),
    ...(await Promise.all(plan.jobs.map((job) => missingForJob(job, plan)))),
    ...(await Promise.all([...scenarios.values()].map((scenario) => missingForServers(scenario, known)))),
    ...(plan.weights === null
      ? []
      : await Promise.all([...scenarios.values()].map((scenario) => missingForChecks(scenario, known)))),
    await missingSkills(plan),
    ...(await Promise.all(listJudges(plan).map((judge) => missingForJudge(judge, known)))),
  ];
  const said = new Set(missing.flat());
  // An agent that judges its own runs would report the same missing item twice.
  return [...said].filter(
    (sentence) => !(sentence.startsWith(judgePrefix) && said.has(sentence.slice(judgePrefix.length))),
  );
}

const judgePrefix = "judge ";

/** Lists every judge that may be asked, each once; none without scoring. */
export function listJudges({ jobs, weights }: Plan): Judge[] {
  if (weights === null) return [];
  const asked = jobs.flatMap(({ judges }) => Object.values(judges));
  return [...new Set(asked.flatMap((judge) => judge.members ?? [judge]))];
}

/** Lists what this machine lacks for a judge, in sentences that name the judge. */
export async function missingForJudge(judge: Judge, env: Env): Promise<string[]> {
  const lacks = (await judge.missing?.(env)) ?? [];
  return lacks.map((text) => `${judgePrefix}${judge.id}: ${text}`);
}

/** Lists what an agent lacks for one particular job. */
async function missingForJob({ agent, cell }: Job, { configDir }: Plan): Promise<string[]> {
  const { adapter, config, name } = agent;
  const { transcript } = config;
  const job = { configDir, scenarioKey: cell.scenario, trial: cell.trial };
  const lacks = await adapter.missingForJob?.({ ...job, ...(transcript !== undefined && { transcript }) });
  return (lacks ?? []).map((text) => `${name}: ${text}`);
}

/** Skills existed when the plan was made, except those that beforeAll was supposed to create. */
async function missingSkills({ jobs, beforeAll }: Plan): Promise<string[]> {
  const why = beforeAll.length > 0 ? "beforeAll did not create a SKILL.md there" : "its SKILL.md no longer exists";
  const skills = new Map(jobs.flatMap((job) => job.skills.map((skill) => [skill.path, skill] as const)));
  const said = await Promise.all(
    [...skills.values()].map(async ({ name, path, source }) => {
      const found = await stat(join(path, "SKILL.md")).catch(() => undefined); // For any error, the skill cannot be copied.
      return found?.isFile() ? [] : [`The skill "${name}" is not at ${source}: ${why}`];
    }),
  );
  return said.flat();
}

async function missingForServers(scenario: Scenario, env: Env): Promise<string[]> {
  const missing: string[] = [];
  for (const [name, server] of Object.entries(scenario.mcpServers)) {
    const unset = referencedNames(server).filter((variable) => !env[variable]);
    missing.push(...unset.map((variable) => `The MCP server "${name}" refers to \${${variable}}, which is not set`));
    if (unset.length === 0 && server.type === "http" && !isWebAddress(fillReferences(server.url, env)))
      missing.push(
        `The url of the MCP server "${name}" is not an ${webAddressDescription} after its variables are replaced`,
      );
    if (server.type === "stdio" && (await findProgram(server.command, env, scenario.baseDir)) === null) {
      missing.push(`The program "${server.command}" of the MCP server "${name}" was not found`);
    }
  }
  return missing;
}

/** A check that cannot run would say nothing about the agent, so the run does not start. */
export async function missingForChecks({ key, checks }: Scenario, env: Env): Promise<string[]> {
  const missing: string[] = [];
  for (const { check, verify } of checks) {
    const program = await findAbsentProgram(readCheckCommand(verify), env);
    if (program === null) continue;
    const where = isAbsolute(program) ? "does not exist or is not executable" : "was not found on PATH";
    missing.push(`The program "${program}" of the check "${check}" in ${key} ${where}`);
  }
  return missing;
}

function readCheckCommand(verify: Verify | undefined): string {
  if (typeof verify === "string") return verify;
  return verify !== undefined && "command" in verify ? verify.command : "";
}
