/** What agents that are programs have in common, whatever protocol they speak. */
import type { AgentAdapter, AgentTask, Env } from "../../core/agent.ts";
import type { AgentLogin, PackageProgram } from "../../core/agent/agent-readiness.ts";
import { programPath } from "../command-line.ts";
import type { FindRefusal } from "./refusal.ts";

type Part =
  | "name"
  | "keys"
  | "acceptsModel"
  | "acceptsEndpoint"
  | "canJudge"
  | "canResume"
  | "reportsCost"
  | "isolation"
  | "skillsFolder";

export interface ProgramOptions extends Pick<AgentAdapter, Part> {
  /** Looked up on PATH, or beside the config if it starts with ./ or ../; `command` of the agent entry replaces it. */
  readonly program: string;
  /** Where npm has it: fetched with npx when the program is not there, unless that is forbidden. */
  readonly package?: Omit<PackageProgram, "program">;
  /** A login of the operator that can stand in for a required key; null where there is none. */
  readonly login?: (operator: Env) => Promise<AgentLogin | null>;
  /** How one signs in, for people, such as "codex login". */
  readonly signIn?: string;
  /** Writes what the program needs before it starts; gives further variables for its process. */
  readonly prepare?: (task: AgentTask, paths: AgentPaths) => Promise<Env>;
  /** Finds the status a model's server refused with, where the output of the program has none. */
  readonly refusal?: FindRefusal;
}

/** The folders of a run, and the environment its program gets. */
export interface AgentPaths {
  readonly workspace: string;
  readonly home: string;
  readonly env: Env;
}

/** The program with its first arguments: as found before, as the agent entry has it, or by its usual name. */
export function programOf(
  options: Pick<ProgramOptions, "program">,
  task: Pick<AgentTask, "command" | "configDir" | "program">,
): [string, ...string[]] {
  if (task.program !== undefined) return [...task.program];
  const command = task.command ?? options.program;
  const [program = options.program, ...first] = typeof command === "string" ? [command] : command;
  return [programPath(program, task.configDir), ...first];
}
