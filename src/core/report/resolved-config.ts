/** The settings that a run actually used, with every default resolved; names of variables, never values. */
import { z } from "zod";
import { Action } from "../scenario/action.ts";
import { RunSandbox } from "../run/run-sandbox.ts";
import { Limits } from "../config/limits.ts";
import { McpServers } from "../scenario/mcp-server.ts";

export const ResolvedConfig = z.object({
  limits: Limits,
  skills: z.array(z.string()),
  mcpServers: McpServers,
  setup: z.array(Action),
  teardown: z.array(Action),
  artifacts: z.array(z.string()),
  /** `kind` alone in reports from before there were sandboxes. */
  sandbox: z.object({
    ...RunSandbox.partial().shape,
    kind: z.string(),
    memory_mb: z.number().optional(),
    cpu_percent: z.number().optional(),
    pids: z.number().optional(),
    disk_mb: z.number().optional(),
  }),
  /** Names of the gates, in order. */
  gates: z.array(z.string()).optional(),
  protectedPaths: z.array(z.string()).optional(),
  /** Names of the variables given to the agent, never values. */
  environment: z.array(z.string()).optional(),
  /** All programs and hosts that count as services, so that a rescore gives the same answer; absent: the table of then. */
  services: z.array(z.string()).optional(),
  /** The npm package that the agent's program was fetched from, if it was not on this machine. */
  fetched: z.object({ package: z.string(), version: z.string().nullable() }).optional(),
  /** Where the login is stored that was lent to the agent because a key was missing. */
  login: z.string().optional(),
});
export type ResolvedConfig = z.infer<typeof ResolvedConfig>;
