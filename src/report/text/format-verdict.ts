/** Formats differences, probabilities and verdicts for people. */
import type { AgentVerdict } from "../../core/report/verdict.ts";

/** One decimal, rounded from full precision. */
export function formatPoints(points: number): string {
  return (Math.round(Math.abs(points) * 10 + 1e-6) / 10).toFixed(1);
}

/** The same with its sign. */
export function formatChange(points: number): string {
  const size = formatPoints(points);
  if (size === "0.0") return size;
  return `${points < 0 ? "−" : "+"}${size}`;
}

/** Two significant digits; never zero, because no event is impossible. */
export function formatP(p: number): string {
  if (p < 0.001) return "p < 0.001";
  return `p = ${p >= 0.995 ? "1" : p.toPrecision(2)}`;
}

/** A share as a percentage. */
export function formatShare(share: number): string {
  return `${Number((share * 100).toFixed(1))} %`;
}

/** A pass rate in whole percent: only a rate of exactly 0 or 1 shows as 0 or 100. */
export function formatRate(share: number): string {
  return `${toWholePercent(share)} %`;
}

/** The same for both ends of an interval. */
export function formatRates({ lower, upper }: { readonly lower: number; readonly upper: number }): string {
  return `${toWholePercent(lower)} to ${toWholePercent(upper)} %`;
}

function toWholePercent(share: number): number {
  return Math.min(share < 1 ? 99 : 100, Math.max(share > 0 ? 1 : 0, Math.round(share * 100)));
}

/** The first word of a verdict line. */
export function verdictWord({ verdict, improved }: Pick<AgentVerdict, "verdict" | "improved">): string {
  if (improved) return "IMPROVED";
  return { regressed: "REGRESSED", "no-change": "NO CHANGE", "not-enough-data": "NOT ENOUGH DATA" }[verdict];
}

/** The word for a verdict after its rule was applied: the tolerance rule has its own outcomes. */
export function decidedVerdictWord(verdict: AgentVerdict): string {
  const { byTolerance } = verdict;
  if (byTolerance === null) return verdictWord(verdict);
  if (byTolerance === "improved") return verdictWord({ verdict: "no-change", improved: true });
  return verdictWord({ verdict: byTolerance, improved: false });
}
