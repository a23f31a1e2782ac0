/** The options in which agents that use ACP differ. */
import type { AgentTask, Env } from "../../core/agent.ts";
import type { ProgramOptions } from "../program/program-options.ts";

export interface AcpAgentOptions extends Omit<ProgramOptions, "acceptsModel" | "canResume" | "sessionTotals"> {
  /** Arguments that make the program use ACP, such as ["acp"]; `flags` of the agent entry follow them. */
  readonly arguments?: readonly string[];
  /** Replace `arguments` if the task is to judge: without the arguments that skip permissions. */
  readonly judgingArguments?: readonly string[];
  /** How to pass a model: by a flag or a variable. If omitted, the program takes no model and the config may not set one. */
  readonly model?: { readonly flag: string } | { readonly variable: string };
  /** Arguments that depend on the task, such as a file of MCP servers. */
  readonly taskArguments?: (task: AgentTask, paths: { readonly home: string }) => readonly string[];
  /** Default true. False if the program ignores MCP servers of the session, so that `prepare` has to configure them. */
  readonly takesServers?: boolean;
}

/** The arguments that pass the model. */
export function modelArguments({ model }: AcpAgentOptions, task: AgentTask): string[] {
  return model !== undefined && "flag" in model && task.model !== undefined ? [model.flag, task.model] : [];
}

export function modelVariables({ model }: AcpAgentOptions, task: AgentTask): Env {
  return model !== undefined && "variable" in model && task.model !== undefined ? { [model.variable]: task.model } : {};
}
