/** Options that all agents with a program share, whatever protocol they use. */
import type { AgentTask, AgentTraits, Env } from "../../core/agent.ts";
import type { AgentLogin, PackageProgram } from "../../core/agent/agent-readiness.ts";
import { resolveProgramPath } from "../command-line.ts";
import type { FindUsage } from "./recorded-usage.ts";
import type { FindRefusal } from "./refusal.ts";

export interface ProgramOptions extends AgentTraits {
  /** Looked up on PATH, or relative to the config if it starts with ./ or ../; `command` of the agent entry replaces it. */
  readonly program: string;
  /** Programs that it starts itself and that must be on PATH. */
  readonly helpers?: readonly string[];
  /** Its npm package: fetched with npx if the program is missing, unless that is forbidden. */
  readonly package?: Omit<PackageProgram, "program">;
  /** Finds a login of the operator that can replace a required key; null if there is none. */
  readonly login?: (operator: Env) => Promise<AgentLogin | null>;
  /** The command to sign in, for people, such as "codex login". */
  readonly signIn?: string;
  /** Writes what the program needs before it starts; returns further variables for its process. */
  readonly prepare?: (task: AgentTask, paths: AgentPaths) => Promise<Env>;
  /** Finds out why a model's server refused, if the program's output does not tell. */
  readonly refusal?: FindRefusal;
  /** The program reports a refusal as if it were an answer, so `refusal` is also asked about completed turns. */
  readonly hidesRefusals?: boolean;
  /** Finds what a session used, if the program's output does not say, for example because it was stopped. */
  readonly recordedUsage?: FindUsage;
}

/** The folders of a run, and the environment of its program. */
export interface AgentPaths {
  readonly workspace: string;
  readonly home: string;
  readonly env: Env;
}

/** The program with its first arguments: as resolved before, as set in the agent entry, or its usual name. */
export function resolveProgram(
  options: ProgramOptions,
  task: Pick<AgentTask, "command" | "configDir" | "program">,
): [string, ...string[]] {
  if (task.program !== undefined) return [...task.program];
  const command = task.command ?? options.program;
  const [program = options.program, ...first] = typeof command === "string" ? [command] : command;
  return [resolveProgramPath(program, task.configDir), ...first];
}
