/** Why a pair has no further trials, in a sentence. */
import type { PairResult } from "../../../src/core/report/pair-result.ts";
import { formatCount, formatRate } from "../../../src/report/text/format-verdict.ts";

export function stoppedLine({ trials, decision, passRate }: NonNullable<PairResult["stoppedAt"]>): string {
  const bounds = passRate === null ? "" : `; pass rate ${formatRate(passRate.lower)} to ${formatRate(passRate.upper)}`;
  return `Decided after ${formatCount(trials, "trial")}: ${decision}${bounds}`;
}
