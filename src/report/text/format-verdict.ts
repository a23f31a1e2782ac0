/** How differences, chances and verdicts are written for people. */
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

/** Two significant digits; never zero, since nothing is impossible. */
export function formatP(p: number): string {
  if (p < 0.001) return "p < 0.001";
  return `p = ${p >= 0.995 ? "1" : p.toPrecision(2)}`;
}

/** A share as a percentage. */
export function formatShare(share: number): string {
  return `${Number((share * 100).toFixed(1))} %`;
}

export function count(number: number, noun: string): string {
  return `${number} ${noun}${number === 1 ? "" : "s"}`;
}

/** The word that stands first. */
export function verdictWord({ verdict, improved }: Pick<AgentVerdict, "verdict" | "improved">): string {
  if (improved) return "IMPROVED";
  return { regressed: "REGRESSED", "no-change": "NO CHANGE", "not-enough-data": "NOT ENOUGH DATA" }[verdict];
}

/** What the rule makes of a verdict: the tolerance has words of its own. */
export function decidedWord(verdict: AgentVerdict): string {
  const { byTolerance } = verdict;
  if (byTolerance === null) return verdictWord(verdict);
  if (byTolerance === "improved") return verdictWord({ verdict: "no-change", improved: true });
  return verdictWord({ verdict: byTolerance, improved: false });
}
