/** Ranks agents, best first: one order for reports, the leaderboard and the dashboard. */
import { z } from "zod";
import { listTrialStatuses } from "./complete-report.ts";
import type { PairResult } from "./pair-result.ts";
import { isCounted } from "./run-status.ts";

/** What a ranking goes by; the AXIS Result is the default everywhere. */
export const RankingMetric = z.enum([
  "axis",
  "scorecard",
  "pass-rate",
  "cost-per-pass",
  "time",
  "goal",
  "environment",
  "service",
  "agent",
]);
export type RankingMetric = z.infer<typeof RankingMetric>;

/** Where less is better. */
export const lowestFirst: ReadonlySet<RankingMetric> = new Set(["cost-per-pass", "time"]);

/** The numbers of an agent that decide its place. */
export interface RankedAgent {
  readonly agentName: string;
  /** The mean over its results, each the mean of its trials; null if no run has a number. */
  readonly axisResult: number | null;
  /** The share of counted runs that passed; null if none is counted. */
  readonly passRate: number | null;
  readonly countedRuns: number;
}

/** The agents of a report, best first by AXIS Result. */
export function rankAgents(results: readonly PairResult[]): RankedAgent[] {
  const agents = [...new Set(results.map(({ agentName }) => agentName))];
  return agents
    .map((agent) =>
      describeAgent(
        agent,
        results.filter(({ agentName }) => agentName === agent),
      ),
    )
    .toSorted(compareByResult);
}

function describeAgent(agentName: string, results: readonly PairResult[]): RankedAgent {
  const numbers = results.flatMap(({ means }) => means.axisScore ?? []);
  const counted = results.flatMap(listTrialStatuses).filter(isCounted);
  const passed = counted.filter((status) => status === "passed").length;
  return {
    agentName,
    axisResult: numbers.length === 0 ? null : numbers.reduce((sum, each) => sum + each, 0) / numbers.length,
    passRate: counted.length === 0 ? null : passed / counted.length,
    countedRuns: counted.length,
  };
}

/** By AXIS Result, then pass rate, number of counted runs and name. */
export function compareByResult(one: RankedAgent, other: RankedAgent): number {
  return (
    compareDescending(one.axisResult, other.axisResult) ||
    compareDescending(one.passRate, other.passRate) ||
    compareRest(one, other)
  );
}

/** By pass rate, then AXIS Result, number of counted runs and name. */
export function compareByPassRate(one: RankedAgent, other: RankedAgent): number {
  return compareDescending(one.passRate, other.passRate) || compareByResult(one, other);
}

/** By any other number, then as by AXIS Result. */
export function compareByNumber(
  one: RankedAgent & { readonly number: number | null },
  other: RankedAgent & { readonly number: number | null },
  best: "highest" | "lowest",
): number {
  const [first, second] = best === "highest" ? [one.number, other.number] : [negate(one.number), negate(other.number)];
  return compareDescending(first, second) || compareByResult(one, other);
}

function negate(value: number | null): number | null {
  return value === null ? null : -value;
}

function compareRest(one: RankedAgent, other: RankedAgent): number {
  return other.countedRuns - one.countedRuns || (one.agentName < other.agentName ? -1 : 1);
}

/** Agents without a number come last. Means are equal if only the last digits of a division differ. */
function compareDescending(one: number | null, other: number | null): number {
  if (one === null || other === null) return Number(one === null) - Number(other === null);
  return Math.abs(one - other) < 1e-9 ? 0 : other - one;
}
