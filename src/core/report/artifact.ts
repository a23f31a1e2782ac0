/** A file kept from the workspace, or the reason why it was not kept. */
import { z } from "zod";

export const Artifact = z.object({
  /** Path in the workspace. */
  path: z.string(),
  size: z.number(),
  mimeType: z.string(),
  /** Relative to the report folder; absent when skipped. */
  file: z.string().optional(),
  /** Why it was not copied. */
  skipped: z.string().optional(),
});
export type Artifact = z.infer<typeof Artifact>;
