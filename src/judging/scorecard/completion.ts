/** Completion: did the agent finish the task? */
import { RunOutcome } from "../../core/run/run-facts.ts";
import { type AxisInputs, type AxisScore, computed, defaulted } from "./axis-score.ts";

const outcomePoints: Readonly<Record<RunOutcome, number>> = { COMPLETED: 100, BLOCKED: 30, FAILED: 0 };

export function completionAxis({ outcome }: AxisInputs<"completion">): AxisScore {
  const read = RunOutcome.safeParse(outcome);
  return read.success ? computed(outcomePoints[read.data]) : defaulted("no-outcome");
}
