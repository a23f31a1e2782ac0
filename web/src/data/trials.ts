/** Sentences about the trials of a result. */
import type { PairResult } from "../../../src/core/report/pair-result.ts";
import { formatCount } from "../../../src/core/format-count.ts";
import { formatPoints, formatRate, formatShare } from "../../../src/report/text/format-verdict.ts";

type Spread = NonNullable<PairResult["spread"]>;

/** Short lines: number and range, mean, passes. */
export function listSpreadLines({ n, mean, min, max, interval, passes, flaky }: Spread): string[] {
  return [
    `${n} trials, ${min} to ${max}`,
    `mean ${formatPoints(mean)}${interval ? ` (95 %: ${formatBounds(interval)})` : ""}`,
    ...(passes === null || passes === undefined ? [] : [`${passes} passed${flaky === true ? ", flaky" : ""}`]),
  ];
}

/** Clips the interval to the range of a mean. */
function formatBounds({ lower, upper }: { readonly lower: number; readonly upper: number }): string {
  return `${formatPoints(Math.max(0, lower))} to ${formatPoints(Math.min(100, upper))}`;
}

/** One line with everything, including the chances of further trials. */
export function formatSpread(spread: Spread): string {
  const chances = [...listChances("one of k passes", spread.passAtK), ...listChances("all k pass", spread.passHatK)];
  return [...listSpreadLines(spread), ...chances].join("; ");
}

/** For k > 1; k = 1 is the pass rate. */
function listChances(words: string, byK: Readonly<Record<string, number>> = {}): string[] {
  const shown = Object.entries(byK).filter(([k]) => k !== "1");
  if (shown.length === 0) return [];
  return [`${words}: ${shown.map(([k, chance]) => `k ${k} ${formatShare(chance)}`).join(", ")}`];
}

/** Why a result has no more trials. */
export function explainStop({ trials, decision, passRate }: NonNullable<PairResult["stoppedAt"]>): string {
  const bounds = passRate === null ? "" : `; pass rate ${formatRate(passRate.lower)} to ${formatRate(passRate.upper)}`;
  return `Decided after ${formatCount(trials, "trial")}: ${decision}${bounds}`;
}
