/** Which state of the project was evaluated. */
import { z } from "zod";

export const Revision = z.object({
  /** The full hash. */
  commit: z.string(),
  /** Null on a detached head whose branch is unknown. */
  branch: z.string().nullable(),
  pullRequest: z.number().int().nullable(),
});
export type Revision = z.infer<typeof Revision>;
