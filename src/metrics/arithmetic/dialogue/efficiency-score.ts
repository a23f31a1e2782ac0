/** Scores how directly a conversation reached its end. */
import { clamp01, sum } from "../rounding.ts";

export type Severity = "severe" | "moderate" | "minor";

export interface EfficiencyFacts {
  /** Number of messages other than tool messages; at least one. */
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
  /** Share of turns that were wasted, at most 1. */
  readonly redundancyRatio: number;
  readonly totalPenalty: number;
}

/** Combines the efficiency after waste and penalties with the closeness to the shortest possible path. */
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
