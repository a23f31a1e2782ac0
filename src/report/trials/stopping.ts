/** When the passes of a pair decide, so that further trials would buy nothing. */
import type { CellResult, PairResult } from "../../core/report/pair-result.ts";
import type { Stopping } from "../../core/report/verdict.ts";
import { confidenceSequence, sprt } from "../../statistics/planning/sequential.ts";
import { passedOf } from "./trials.ts";

/** What was decided and after how many trials; null while it is open. A trial that neither passes nor fails decides nothing. */
export function stoppedAt(
  trials: readonly CellResult[],
  rule: Stopping,
  passMark: number,
): NonNullable<PairResult["stoppedAt"]> | null {
  const inOrder = trials.toSorted((a, b) => a.trial - b.trial);
  const passes = inOrder.flatMap((result) => passedOf(result, passMark) ?? []);
  const { decision } = sprt(passes, rule);
  if (decision === "undecided") return null;
  // An interval that holds at every look: one for a fixed number of trials would be too narrow here.
  const interval = confidenceSequence(passes.filter(Boolean).length, passes.length);
  return {
    trials: trials.length,
    decision,
    passRate: interval === null ? null : { lower: interval.lower, upper: interval.upper },
  };
}
