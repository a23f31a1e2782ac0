/** A stage of a run as it is kept: how often it was executed, and how each execution ended. */
import { z } from "zod";
import { StageFacts } from "./run-facts.ts";

/** One time a gate's command was run. */
export const StageExecution = z.object({
  execution: z.number().int().positive(),
  /** The agent's turn it followed; 0 is the first. */
  turn: z.number().int().nonnegative(),
  passed: z.boolean(),
  exit_code: z.number().int().nullable(),
  ended_by: z.enum(["exit", "signal", "timeout", "cancel", "spawn-error"]),
  wall_ms: z.number().int().nonnegative(),
  /** The tree it ran on, as git names it. */
  tree_id: z.string().nullable(),
  output_tail: z.string(),
});
export type StageExecution = z.infer<typeof StageExecution>;

export const RunStage = StageFacts.extend({
  position: z.number().int().nonnegative(),
  runs: z.array(StageExecution),
});
export type RunStage = z.infer<typeof RunStage>;
