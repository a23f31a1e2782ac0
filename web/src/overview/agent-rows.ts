/** The numbers of each agent of a report, best first. */
import type { AgentStatistics } from "../../../src/core/report/agent-statistics.ts";
import type { PairResult } from "../../../src/core/report/pair-result.ts";
import type { RunStatus } from "../../../src/core/report/run-status.ts";
import type { Report } from "../../../src/core/report.ts";
import { clipInterval } from "../../../src/report/trials/clip-interval.ts";
import { totalTokens } from "../data/tokens.ts";

/** What a run cost, in one of three units. */
export const measures = ["cost", "time", "tokens"] as const;
export type Measure = (typeof measures)[number];

/** One trial with what it cost. */
interface MeasuredRun extends Readonly<Record<Measure, number | null>> {
  readonly status: RunStatus;
}

export interface AgentRow {
  readonly name: string;
  /** The mean of its results; null if none has a number. */
  readonly mean: number | null;
  readonly bounds: { readonly lower: number; readonly upper: number } | null;
  /** The mean of each result. */
  readonly scenarios: readonly number[];
  readonly passed: number;
  readonly counted: number;
  readonly errors: number;
  /** Results that failed. */
  readonly failedResults: number;
  readonly usage: Readonly<Record<Measure, Usage | null>>;
  /** The cost of all counted runs by the number of passes; null if a cost is unknown or nothing passed. */
  readonly costPerPass: number | null;
}

/** What a run of an agent costs: the mean of its money and tokens, the median of its time, and the middle 80 % of runs. */
export interface Usage {
  readonly typical: number;
  readonly low: number;
  readonly high: number;
  /** Runs with a known value. */
  readonly runs: number;
}

/** All agents with a result, best first; without a number last. */
export function listAgentRows({ results, statistics = [] }: Pick<Report, "results" | "statistics">): AgentRow[] {
  const names = [...new Set(results.map(({ agentName }) => agentName))];
  const known = new Map(statistics.map((agent) => [agent.agentName, agent]));
  return names
    .map((name) => {
      const own = results.filter(({ agentName }) => agentName === name);
      return describeAgent(name, own, known.get(name));
    })
    .toSorted((one, other) => compareRows(one, other));
}

function compareRows(one: AgentRow, other: AgentRow): number {
  if (one.mean === null || other.mean === null) return Number(one.mean === null) - Number(other.mean === null);
  const difference = other.mean - one.mean;
  if (Math.abs(difference) > 1e-9) return difference;
  const passed = other.passed * Math.max(1, one.counted) - one.passed * Math.max(1, other.counted);
  return passed || (one.name < other.name ? -1 : 1);
}

function describeAgent(
  name: string,
  results: readonly PairResult[],
  statistics: AgentStatistics | undefined,
): AgentRow {
  const runs = results.flatMap(listMeasuredRuns);
  const counted = runs.filter(({ status }) => status === "passed" || status === "failed");
  const passed = counted.filter(({ status }) => status === "passed").length;
  const scenarios = results.flatMap(({ means }) => means.axisScore ?? []);
  const mean = average(scenarios);
  const costs = counted.flatMap(({ cost }) => cost ?? []);
  const isWholeCost = passed > 0 && costs.length === counted.length;
  return {
    name,
    mean,
    bounds: clipInterval(mean, statistics),
    scenarios,
    passed,
    counted: counted.length,
    errors: runs.filter(({ status }) => status === "error").length,
    failedResults: results.filter(({ status }) => status === "failed").length,
    usage: { cost: measure(counted, "cost"), time: measure(counted, "time"), tokens: measure(counted, "tokens") },
    costPerPass: isWholeCost ? costs.reduce((sum, cost) => sum + cost, 0) / passed : null,
  };
}

function listMeasuredRuns({ status, trials, durationMs, tokenUsage, totalCostUsd }: PairResult): MeasuredRun[] {
  if (trials !== undefined)
    return trials.map((trial) => ({
      status: trial.status,
      cost: trial.costUsd ?? null,
      time: trial.durationMs,
      tokens: trial.tokens ?? null,
    }));
  const tokens = tokenUsage === undefined ? null : totalTokens(tokenUsage);
  return [{ status, cost: totalCostUsd ?? null, time: durationMs, tokens }];
}

function measure(runs: readonly MeasuredRun[], name: Measure): Usage | null {
  const values = runs.flatMap((run) => run[name] ?? []).toSorted((a, b) => a - b);
  const mean = average(values);
  if (mean === null) return null;
  return {
    typical: name === "time" ? quantile(values, 0.5) : mean,
    low: quantile(values, 0.1),
    high: quantile(values, 0.9),
    runs: values.length,
  };
}

/** Between the two values around the place. */
function quantile(sorted: readonly number[], share: number): number {
  const place = share * (sorted.length - 1);
  const [below = 0, above = below] = sorted.slice(Math.floor(place), Math.floor(place) + 2);
  return below + (above - below) * (place - Math.floor(place));
}

function average(values: readonly number[]): number | null {
  return values.length === 0 ? null : values.reduce((sum, value) => sum + value, 0) / values.length;
}
