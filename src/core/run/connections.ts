/** What an agent tried to reach through the sandbox's proxy: one row per target. */
import { z } from "zod";

/** More targets than this are not listed. */
export const mostConnections = 500;

export const Connection = z.object({
  /** Text from the agent. */
  host: z.string(),
  port: z.number().int().min(0).max(65_535),
  /** A tunnel, a plain HTTP request, or a port of this machine that the policy opens inside. */
  how: z.enum(["connect", "http", "port"]),
  allowed: z.boolean(),
  /** Why it was refused. */
  reason: z.string().optional(),
  count: z.number().int().positive(),
  /** Bytes from the agent. */
  sent: z.number().int().nonnegative(),
  /** Bytes to the agent. */
  received: z.number().int().nonnegative(),
  /** Of the first attempt, since the sandbox was opened. */
  first_ms: z.number().int().nonnegative(),
});
export type Connection = z.infer<typeof Connection>;
