/** Summarizes one node of a tree over items. */
import { quantile } from "../../statistics/index.ts";
import { sum } from "../arithmetic/rounding.ts";
import {
  computeConsistency,
  computeDeviation,
  countByTenth,
  type MaybeScore,
  computeScoreMean,
  type PerformanceTier,
  selectScores,
  renderSparkline,
  toPerformanceTier,
} from "../summaries/spread.ts";
import { summarize, type SummaryOptions } from "../summaries/summarize.ts";

export interface NodeSummaryOptions extends SummaryOptions {
  /** One per run; null if the price is unknown. If omitted, the cost is 0. */
  readonly costs?: readonly (number | null)[];
  readonly nodeType?: "metric" | "component";
  readonly source?: string | null;
}

/** How far the scores of a node are apart. */
interface ScoreSpread {
  /** Population deviation. */
  readonly stdDev: number | null;
  readonly consistencyScore: number | null;
  readonly performanceTier: PerformanceTier | null;
  readonly coefficientVariation: number | null;
}

export interface NodeSummary extends ScoreSpread {
  readonly avgScore: number | null;
  readonly medianScore: number | null;
  readonly minScore: number | null;
  readonly maxScore: number | null;
  readonly passRate: number | null;
  readonly avgCost: number | null;
  readonly totalCost: number | null;
  readonly validCount: number;
  readonly totalRuns: number;
  readonly successRate: number | null;
  readonly percentiles: Readonly<Record<"p25" | "p75" | "p90" | "p95", number | null>>;
  readonly distribution: string;
  readonly scoreRange: number | null;
  readonly quartileRange: number | null;
  readonly nodeType: "metric" | "component";
  readonly source: string | null;
}

/** Returns everything a report shows about a node; values that need scores are null without them. */
export function summarizeNode(scores: readonly MaybeScore[], options: NodeSummaryOptions = {}): NodeSummary {
  const values = selectScores(scores);
  const { avg, median, min, max, passRate, validCount, totalCount, successRate } = summarize(scores, options);
  const percentiles = computePercentiles(values);
  return {
    avgScore: avg,
    medianScore: median,
    minScore: min,
    maxScore: max,
    passRate,
    ...summarizeCosts(options.costs, totalCount),
    validCount,
    totalRuns: totalCount,
    successRate,
    percentiles,
    ...computeSpread(values),
    distribution: renderSparkline(countByTenth(values)),
    scoreRange: subtract(max, min),
    quartileRange: subtract(percentiles.p75, percentiles.p25),
    nodeType: options.nodeType ?? "metric",
    source: options.source ?? null,
  };
}

function computeSpread(values: readonly number[]): ScoreSpread {
  if (values.length === 0)
    return { stdDev: null, consistencyScore: null, performanceTier: null, coefficientVariation: null };
  const middle = computeScoreMean(values);
  const stdDev = computeDeviation(values, "population");
  return {
    stdDev,
    consistencyScore: computeConsistency(values),
    performanceTier: toPerformanceTier(middle),
    coefficientVariation: middle === 0 ? null : stdDev / middle,
  };
}

function computePercentiles(values: readonly number[]): NodeSummary["percentiles"] {
  return {
    p25: quantile(values, 0.25),
    p75: quantile(values, 0.75),
    p90: quantile(values, 0.9),
    p95: quantile(values, 0.95),
  };
}

function summarizeCosts(costs: NodeSummaryOptions["costs"], runs: number) {
  if (costs === undefined) return { avgCost: 0, totalCost: 0 };
  const known = costs.filter((cost) => cost !== null);
  if (known.length < costs.length) return { avgCost: null, totalCost: null };
  return { avgCost: runs === 0 ? null : sum(known) / runs, totalCost: sum(known) };
}

function subtract(one: number | null, other: number | null): number | null {
  return one === null || other === null ? null : one - other;
}
