/** What sets one agent that speaks ACP apart from the others. */
import type { AgentTask, Env } from "../../core/agent.ts";
import type { ProgramOptions } from "../program/program-options.ts";

export interface AcpAgentOptions extends Omit<ProgramOptions, "acceptsModel" | "canResume"> {
  /** What makes the program speak ACP, such as ["acp"]; `flags` of the agent entry are added after them. */
  readonly arguments?: readonly string[];
  /** In their place where the task is to judge: without what skips permissions. */
  readonly judgingArguments?: readonly string[];
  /** How a model is passed: by a flag, or by a variable. Left out: the program takes none, and a model is refused. */
  readonly model?: { readonly flag: string } | { readonly variable: string };
  /** Arguments that depend on the task, such as a file of MCP servers. */
  readonly taskArguments?: (task: AgentTask, paths: { readonly home: string }) => readonly string[];
  /** Default true. With false the program drops MCP servers of the session, and `prepare` tells it about them. */
  readonly takesServers?: boolean;
}

/** The arguments of a task, flags last. */
export function modelArguments({ model }: AcpAgentOptions, task: Pick<AgentTask, "model">): string[] {
  return model !== undefined && "flag" in model && task.model !== undefined ? [model.flag, task.model] : [];
}

export function modelVariables({ model }: AcpAgentOptions, task: Pick<AgentTask, "model">): Env {
  return model !== undefined && "variable" in model && task.model !== undefined ? { [model.variable]: task.model } : {};
}
