/** A stage of a run as stored: how often it was executed, and how each execution ended. */
import { z } from "zod";
import { GateExecution } from "../scenario/gate.ts";
import { StageFacts } from "./run-facts.ts";

/** One execution of a gate's command, in a stage that already names the gate. */
export const StageExecution = GateExecution.omit({ gate: true, log: true });
export type StageExecution = z.infer<typeof StageExecution>;

export const RunStage = StageFacts.extend({
  position: z.number().int().nonnegative(),
  runs: z.array(StageExecution),
});
export type RunStage = z.infer<typeof RunStage>;
