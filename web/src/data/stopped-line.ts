/** Why a pair has no further trials, in a sentence. */
import type { PairResult } from "../../../src/core/report/pair-result.ts";

export function stoppedLine({ trials, decision, passRate }: NonNullable<PairResult["stoppedAt"]>): string {
  const bounds = passRate === null ? "" : `; pass rate ${percent(passRate.lower)} to ${percent(passRate.upper)}`;
  return `Decided after ${trials} ${trials === 1 ? "trial" : "trials"}: ${decision}${bounds}`;
}

function percent(share: number): string {
  return `${Math.round(share * 100)} %`;
}
