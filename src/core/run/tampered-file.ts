/** A file that helps to decide about a run and that the agent altered: a protected one, or one that a check brought along. */
import { z } from "zod";

export const TamperedFile = z.object({
  /** Relative to the workspace. */
  path: z.string(),
  change: z.enum(["changed", "added", "removed"]),
  of: z.enum(["protected", "check"]),
});
export type TamperedFile = z.infer<typeof TamperedFile>;
