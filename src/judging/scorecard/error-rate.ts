/** Error rate: the share of executed stages that passed the first time. */
import type { StageFacts } from "../../core/run/run-facts.ts";
import { toCount, roundRatio } from "./arithmetic.ts";
import { type AxisInputs, type AxisScore, computed, defaulted } from "./axis-score.ts";

export function errorRateAxis(inputs: AxisInputs<"error_rate">): AxisScore {
  const passed = toCount(inputs.passed_first);
  const executed = toCount(inputs.executed);
  if (executed === 0n) return defaulted("no-stages");
  if (passed === null || executed === null || passed > executed) return defaulted("bad-input");
  return computed(roundRatio(100n * passed, executed));
}

/** Counts the executed stages that belong to the ratio, and those that passed the first time. */
export function countStages(stages: readonly StageFacts[]): AxisInputs<"error_rate"> {
  const executed = stages.filter(({ counts, executions }) => counts && executions > 0);
  return { passed_first: executed.filter((stage) => stage.first_passed === true).length, executed: executed.length };
}
