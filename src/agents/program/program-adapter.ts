/** The part of an adapter that all agents with a program share: its properties, and whether it can run here. */
import { basename } from "node:path";
import type { AgentAdapter, Env, ReadinessTask } from "../../core/agent.ts";
import { describeNoneSet, listKeysToChoose } from "../../core/agent/agent-keys.ts";
import type { AgentLogin, AgentReadiness } from "../../core/agent/agent-readiness.ts";
import { findProgram } from "../../process/find-program.ts";
import { resolveProgram, type ProgramOptions } from "./program-options.ts";

/** Everything except `run`. */
export function createProgramAdapter(options: ProgramOptions): Omit<AgentAdapter, "run"> {
  const { name, keys, acceptsModel, acceptsEndpoint, canJudge, canResume, isolation, skillsFolder } = options;
  const { reportsCost, sessionTotals } = options;
  const ready = (operator: Env, task: ReadinessTask) => checkReadiness(options, operator, task);
  return {
    name,
    keys,
    acceptsModel,
    acceptsEndpoint,
    canJudge,
    canResume,
    sessionTotals,
    reportsCost,
    isolation,
    skillsFolder,
    ready,
    missing: async (env, task) => [...(await ready(env, task)).missing],
  };
}

async function checkReadiness(options: ProgramOptions, operator: Env, task: ReadinessTask): Promise<AgentReadiness> {
  const program = await findAgentProgram(options, operator, task);
  const key = await findSignIn(options, operator, task);
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

/** Whether the program can sign in: with its keys, with a login that is lent, or in a way that AXIS cannot see. */
type SignIn = Pick<AgentReadiness, "missing" | "login" | "unconfirmed">;

async function findSignIn(options: ProgramOptions, operator: Env, task: ReadinessTask): Promise<SignIn> {
  if (task.endpoint !== undefined) return { missing: [] };
  const { keys, login, signIn } = options;
  const unset = (keys?.required ?? []).filter((key) => !operator[key]);
  if (unset.length === 0 && (login === undefined || keys?.required !== undefined))
    return checkAlternatives(options, operator, task);
  const found = (await login?.(operator)) ?? null;
  if (found !== null) return { missing: [], login: found, ...describeTokenless(found) };
  const wayOut = signIn === undefined ? "" : `, and no login was found; set it, or sign in with: ${signIn}`;
  return { missing: unset.map((key) => `The environment variable ${key} is not set${wayOut}`) };
}

/** A login that names an account may have its token elsewhere, where a run cannot reach it. */
function describeTokenless({ source, secrets }: AgentLogin): Pick<SignIn, "unconfirmed"> {
  return secrets.length > 0 ? {} : { unconfirmed: `The login in ${source} names an account, but contains no token` };
}

/** Of the keys that replace each other, one must be set, unless something else may take their place. */
function checkAlternatives({ keys }: ProgramOptions, operator: Env, task: ReadinessTask): SignIn {
  const { oneOf = [] } = keys ?? {};
  const choice = listKeysToChoose(keys);
  if (choice.length === 0 || choice.some((key) => operator[key])) return { missing: [] };
  const lack = describeNoneSet(choice);
  const forwarded = (task.forwarded ?? []).filter((name) => operator[name]);
  if (forwarded.length > 0) return { missing: [], unconfirmed: `${lack}; it may sign in with ${forwarded.join(", ")}` };
  if (oneOf.length === 0) return { missing: [], unconfirmed: `${lack}; it may work without a key` };
  if (task.command !== undefined) return { missing: [], unconfirmed: `${lack}; its command may need none` };
  return { missing: [`${lack}; set one of them (a run does not see a login in your home)`] };
}
