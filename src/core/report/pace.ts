/** How few runs at once a provider let through that refused for its rate. */
import { z } from "zod";

export const Pace = z.object({
  /** They ask with the same key. */
  agents: z.array(z.string()),
  /** Runs at once that were asked for. */
  atOnce: z.number().int().positive(),
  /** The fewest that were allowed in the meantime. */
  lowest: z.number().int().positive(),
});
export type Pace = z.infer<typeof Pace>;
