/** How directly a conversation went to where it went. */
import { clamp01, sum } from "../rounding.ts";

export type Severity = "severe" | "moderate" | "minor";

export interface EfficiencyFacts {
  /** Messages that are not a tool's; at least one. */
  readonly turns: number;
  readonly inefficiencies: readonly { readonly turnsWasted: number; readonly severity: Severity }[];
  readonly optimalTurns: number;
}

export interface EfficiencyOptions {
  readonly efficiencyWeight: number;
  readonly optimalPathWeight: number;
  readonly penalties: Readonly<Record<Severity, number>>;
}

export interface EfficiencyScore {
  readonly score: number;
  readonly efficiency: number;
  readonly optimalPath: number;
  readonly wastedTurns: number;
  /** Wasted turns as a share of all, at most 1. */
  readonly redundancyRatio: number;
  readonly totalPenalty: number;
}

/** What is left after waste and penalties, and how near the shortest way was. */
export function efficiencyScore(
  { turns, inefficiencies, optimalTurns }: EfficiencyFacts,
  options: EfficiencyOptions,
): EfficiencyScore {
  const wastedTurns = sum(inefficiencies.map(({ turnsWasted }) => turnsWasted));
  const totalPenalty = sum(inefficiencies.map(({ severity }) => options.penalties[severity]));
  const redundancyRatio = Math.min(1, wastedTurns / turns);
  const efficiency = Math.max(0, 1 - redundancyRatio - totalPenalty);
  const optimalPath = clamp01(1 - (turns - optimalTurns) / turns);
  const score = options.efficiencyWeight * efficiency + options.optimalPathWeight * optimalPath;
  return { score, efficiency, optimalPath, wastedTurns, redundancyRatio, totalPenalty };
}
