/** Decides when the passes of a result are conclusive, so that more trials would not change the answer. */
import type { CellResult, PairResult } from "../../core/report/pair-result.ts";
import type { StoppingRule } from "../../core/report/verdict.ts";
import { confidenceSequence, sprt } from "../../statistics/planning/sequential.ts";
import { runStatus, toPassed } from "../../core/report/run-status.ts";

/** The decision and the number of trials it took; null while undecided. Trials without a known outcome are ignored. */
export function findStop(
  trials: readonly CellResult[],
  rule: StoppingRule,
  passMark: number,
): NonNullable<PairResult["stoppedAt"]> | null {
  const inOrder = trials.toSorted((a, b) => a.trial - b.trial);
  const passes = inOrder.flatMap((result) => toPassed(runStatus(result, passMark)) ?? []);
  const { decision } = sprt(passes, rule);
  if (decision === "undecided") return null;
  // An interval that is valid at every look: one for a fixed number of trials would be too narrow.
  const interval = confidenceSequence(passes.filter(Boolean).length, passes.length);
  return {
    trials: trials.length,
    decision,
    passRate: interval === null ? null : { lower: interval.lower, upper: interval.upper },
  };
}
