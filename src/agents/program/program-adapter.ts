/** The part of an adapter that all agents with a program share: its properties, and whether it can run here. */
import { basename } from "node:path";
import type { AgentAdapter, Env, ReadinessTask } from "../../core/agent.ts";
import type { AgentLogin, AgentReadiness } from "../../core/agent/agent-readiness.ts";
import { findProgram } from "../../process/find-program.ts";
import { resolveProgram, type ProgramOptions } from "./program-options.ts";

/** Everything except `run`. */
export function createProgramAdapter(options: ProgramOptions): Omit<AgentAdapter, "run"> {
  const { name, keys, acceptsModel, acceptsEndpoint, canJudge, canResume, isolation, skillsFolder } = options;
  const { reportsCost, gateway } = options;
  const ready = (operator: Env, task: ReadinessTask) => checkReadiness(options, operator, task);
  return {
    name,
    keys,
    acceptsModel,
    acceptsEndpoint,
    canJudge,
    canResume,
    reportsCost,
    gateway,
    isolation,
    skillsFolder,
    ready,
    missing: async (env, task) => [...(await ready(env, task)).missing],
  };
}

async function checkReadiness(options: ProgramOptions, operator: Env, task: ReadinessTask): Promise<AgentReadiness> {
  const program = await findAgentProgram(options, operator, task);
  const key = task.endpoint?.scripted === true ? { missing: [] } : await findKeyOrLogin(options, operator);
  const helpers = await listMissingHelpers(options, operator, task);
  return { ...program, ...key, missing: [...program.missing, ...helpers, ...key.missing] };
}

/** A command of the agent entry replaces the program, so its helpers are unknown. */
async function listMissingHelpers(
  { helpers = [], program }: ProgramOptions,
  operator: Env,
  { command, configDir }: ReadinessTask,
): Promise<string[]> {
  if (command !== undefined) return [];
  const found = await Promise.all(helpers.map((helper) => findProgram(helper, operator, configDir)));
  return helpers
    .filter((_, index) => found[index] === null)
    .map((helper) => `The program "${helper}", which ${program} starts, was not found on PATH; install it`);
}

async function findAgentProgram(options: ProgramOptions, operator: Env, task: ReadinessTask): Promise<AgentReadiness> {
  const [written, ...first] = resolveProgram(options, task);
  const path = await findProgram(written, operator, task.configDir);
  const programName = basename(written);
  if (path !== null) return { missing: [], programName, program: [path, ...first] };
  const missing = [
    `The program "${written}" of the agent ${options.name} was not found${formatInstallHint(options, task)}`,
  ];
  if (options.package === undefined || task.command !== undefined || task.install === false)
    return { missing, programName };
  if ((await findProgram("npx", operator, task.configDir)) === null) return { missing, programName };
  return { missing: [], programName, fetch: { ...options.package, program: options.program } };
}

function formatInstallHint({ package: source }: ProgramOptions, task: ReadinessTask): string {
  if (source === undefined || task.command !== undefined) return "";
  return `; install it with: npm install -g ${source.package}`;
}

/** Checks that each required key is set, or that a login replaces them. */
async function findKeyOrLogin(
  { keys, login, signIn }: ProgramOptions,
  operator: Env,
): Promise<{ readonly missing: readonly string[]; readonly login?: AgentLogin }> {
  const unset = (keys?.required ?? []).filter((key) => !operator[key]);
  if (unset.length === 0 && (login === undefined || keys?.required !== undefined)) return { missing: [] };
  const found = (await login?.(operator)) ?? null;
  if (found !== null) return { missing: [], login: found };
  const wayOut = signIn === undefined ? "" : `, and no login was found; set it, or sign in with: ${signIn}`;
  return { missing: unset.map((key) => `The environment variable ${key} is not set${wayOut}`) };
}
