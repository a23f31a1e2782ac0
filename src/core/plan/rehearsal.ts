/** A run against a scripted model instead of a real one: free, repeatable, and no measure of any agent. */
import { z } from "zod";
import type { ModelEndpoint } from "../model/model-endpoint.ts";

/** The script that answered: its name as given, and its content. */
export const ScriptMark = z.object({
  file: z.string(),
  /** Hash of the file's bytes. */
  sha256: z.string(),
});
export type ScriptMark = z.infer<typeof ScriptMark>;

/** What a plan needs to know about a rehearsal. */
export interface Rehearsal {
  readonly script: ScriptMark;
  readonly endpoint: ModelEndpoint;
}
