/** Compares two evaluations. Rows are paired by item and metric, so that each item is compared with itself. */
import type { MetricScore } from "../../../core/score/metric-result.ts";
import { pairedDifference } from "../../../statistics/one-group/mean-interval.ts";
import type { TestResult } from "../results/result.ts";

export interface MetricChange {
  readonly name: string;
  /** Number of items with a score in both evaluations. */
  readonly pairs: number;
  /** Mean of (after - before); null without pairs. */
  readonly difference: number | null;
  /** 95 % interval of that mean; null for fewer than two pairs. */
  readonly ci95: { readonly lower: number; readonly upper: number } | null;
  /** Ids of items that passed before and fail now. */
  readonly newlyFailing: readonly string[];
  readonly newlyPassing: readonly string[];
  /** Number of items measured in only one of the evaluations. */
  readonly unpaired: number;
}

/** Returns one change per metric that both evaluations have, in the order of the first. */
export function compareEvaluations(
  before: { readonly results: readonly TestResult[] },
  after: { readonly results: readonly TestResult[] },
): MetricChange[] {
  const [old, fresh] = [groupByMetric(before.results), groupByMetric(after.results)];
  return [...old].flatMap(([name, rows]) => {
    const others = fresh.get(name);
    return others === undefined ? [] : [compareMetric(name, rows, others)];
  });
}

type Rows = ReadonlyMap<string, MetricScore>;

function groupByMetric(results: readonly TestResult[]): Map<string, Map<string, MetricScore>> {
  const metrics = new Map<string, Map<string, MetricScore>>();
  for (const row of results.flatMap(({ scoreResults }) => scoreResults)) {
    const rows = metrics.get(row.name) ?? new Map<string, MetricScore>();
    metrics.set(row.name, rows.set(row.itemId, row));
  }
  return metrics;
}

function compareMetric(name: string, before: Rows, after: Rows): MetricChange {
  const both = [...before].flatMap(([id, old]) => {
    const fresh = after.get(id);
    return fresh === undefined ? [] : [{ id, old, fresh }];
  });
  const scored = both.filter(({ old, fresh }) => old.score !== null && fresh.score !== null);
  const scores = (side: "old" | "fresh") => scored.map((pair) => pair[side].score);
  const { estimate, lower, upper } = pairedDifference(scores("old"), scores("fresh"));
  return {
    name,
    pairs: scored.length,
    difference: estimate,
    ci95: lower === null || upper === null ? null : { lower, upper },
    newlyFailing: both.filter(({ old, fresh }) => old.passed === true && fresh.passed === false).map(({ id }) => id),
    newlyPassing: both.filter(({ old, fresh }) => old.passed === false && fresh.passed === true).map(({ id }) => id),
    unpaired: before.size + after.size - 2 * both.length,
  };
}
