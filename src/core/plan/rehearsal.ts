/** A run against a scripted model instead of a real one: free, repeatable, and no measure of any agent. */
import { z } from "zod";
import type { ModelEndpoint } from "../model/model-endpoint.ts";

/** Which script answered: its name as it was given, and what was in it. */
export const ScriptMark = z.object({
  file: z.string(),
  /** Of the file's bytes. */
  sha256: z.string(),
});
export type ScriptMark = z.infer<typeof ScriptMark>;

/** What a plan needs to know of a rehearsal. */
export interface Rehearsal {
  readonly script: ScriptMark;
  readonly endpoint: ModelEndpoint;
}
