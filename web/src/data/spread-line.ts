/** What the trials of a pair say together, in a line. */
import type { PairResult } from "../../../src/core/report.ts";
import { formatPoints, formatShare } from "../../../src/report/format-verdict.ts";

export function spreadLine(spread: NonNullable<PairResult["spread"]>): string {
  const { n, mean, min, max, interval, passes, flaky } = spread;
  const bounds = interval
    ? ` (95 %: ${formatPoints(Math.max(0, interval.lower))} to ${formatPoints(Math.min(100, interval.upper))})`
    : "";
  const parts = [
    `${n} trials, ${min} to ${max}, mean ${formatPoints(mean)}${bounds}`,
    ...(passes === null || passes === undefined ? [] : [`${passes} passed${flaky === true ? ", flaky" : ""}`]),
    ...chances("one of k passes", spread.passAtK),
    ...chances("all k pass", spread.passHatK),
  ];
  return parts.join("; ");
}

/** By k; one try alone is the pass rate. */
export function chances(words: string, byK: Readonly<Record<string, number>> = {}): string[] {
  const shown = Object.entries(byK).filter(([k]) => k !== "1");
  return shown.length === 0
    ? []
    : [`${words}: ${shown.map(([k, chance]) => `k ${k} ${formatShare(chance)}`).join(", ")}`];
}
