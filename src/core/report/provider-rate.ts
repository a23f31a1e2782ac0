/** How far parallel runs were reduced for a provider that rejected requests because of its rate limit. */
import { z } from "zod";

export const ProviderRate = z.object({
  /** Agents that use the same key. */
  agents: z.array(z.string()),
  /** Parallel runs that were requested. */
  atOnce: z.number().int().positive(),
  /** The fewest parallel runs that were allowed meanwhile. */
  lowest: z.number().int().positive(),
});
export type ProviderRate = z.infer<typeof ProviderRate>;
