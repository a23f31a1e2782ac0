/** An attempt that came before the run that counts. */
import { z } from "zod";
import { FailureCode } from "../outcome.ts";

/** An attempt that failed through no fault of the agent and was repeated. */
export const EarlierAttempt = z.object({
  runId: z.string(),
  /** Its detail file, relative to the report folder. */
  file: z.string(),
  code: FailureCode,
  error: z.string(),
  /** Wait before the next attempt. */
  waitedMs: z.number().int().nonnegative(),
});
export type EarlierAttempt = z.infer<typeof EarlierAttempt>;
