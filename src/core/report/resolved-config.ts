/** What a run really ran with, once every default was decided; names of variables, never values. */
import { z } from "zod";
import { Action } from "../scenario/action.ts";
import { Limits } from "../config/limits.ts";
import { McpServers } from "../scenario/mcp-server.ts";

export const ResolvedConfig = z.object({
  limits: Limits,
  skills: z.array(z.string()),
  mcpServers: McpServers,
  setup: z.array(Action),
  teardown: z.array(Action),
  artifacts: z.array(z.string()),
  sandbox: z.object({ kind: z.string(), memory_mb: z.number().optional(), cpu_percent: z.number().optional() }),
  /** Names of the gates, in order. */
  gates: z.array(z.string()).optional(),
  protectedPaths: z.array(z.string()).optional(),
  /** Names of the variables the agent was given, never values. */
  environment: z.array(z.string()).optional(),
  /** The npm package the agent's program was fetched from, where it was not on this machine. */
  fetched: z.object({ package: z.string(), version: z.string().nullable() }).optional(),
  /** Where the login lies that was lent to the agent for lack of a key. */
  login: z.string().optional(),
});
export type ResolvedConfig = z.infer<typeof ResolvedConfig>;
