/** Compares two evaluations. Rows are paired by item and metric, so that each item is compared with itself. */
import type { MetricScore } from "../../../core/score/metric-result.ts";
import { pairedDifference } from "../../../statistics/one-group/mean-interval.ts";
import { mcnemarExact } from "../../../statistics/two-groups/exact-tests.ts";
import type { TestResult } from "../results/result.ts";
import { ItemStatuses } from "./item-status.ts";
import type { MetricSummary } from "./metric-summary.ts";

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
  return compareRows(groupByMetric(listRows(before)), groupByMetric(listRows(after)));
}

function listRows({ results }: { readonly results: readonly TestResult[] }): MetricScore[] {
  return results.flatMap(({ scoreResults }) => scoreResults);
}

/** What a comparison needs of a row, so that a large evaluation can be compared without keeping its texts. */
export type ComparedRow = Pick<MetricScore, "itemId" | "name" | "status" | "score" | "passed">;

/** Rows by metric, then by item. */
export type RowsByMetric = ReadonlyMap<string, ReadonlyMap<string, ComparedRow>>;

export function groupByMetric(rows: Iterable<ComparedRow>): RowsByMetric {
  const metrics = new Map<string, Map<string, ComparedRow>>();
  for (const row of rows) {
    const group = metrics.get(row.name) ?? new Map<string, ComparedRow>();
    metrics.set(row.name, group.set(row.itemId, row));
  }
  return metrics;
}

function compareRows(before: RowsByMetric, after: RowsByMetric): MetricChange[] {
  return [...before].flatMap(([name, rows]) => {
    const others = after.get(name);
    return others === undefined ? [] : [compareMetric(name, rows, others)];
  });
}

type Rows = ReadonlyMap<string, ComparedRow>;

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

export type ChangeWord = "improved" | "regressed" | "no change" | "not enough data";

/** What an evaluation says compared with an earlier one of the same items. */
export interface EvaluationChange {
  /** The earlier evaluation: the name of its file. */
  readonly name: string;
  /** When it was measured; null if its rows do not say. */
  readonly timestamp: string | null;
  /** Items in both. */
  readonly items: number;
  readonly metrics: readonly (MetricChange & { readonly verdict: ChangeWord })[];
  /** Ids of items whose status changed. */
  readonly newlyFailing: readonly string[];
  readonly newlyPassing: readonly string[];
  /** McNemar's exact test of these changes, two-sided; null if nothing changed. */
  readonly p: number | null;
}

interface ChangeInput {
  readonly name: string;
  readonly timestamp: string | null;
  readonly before: RowsByMetric;
  readonly after: RowsByMetric;
  readonly metrics: readonly MetricSummary[];
}

/** Compares with an earlier evaluation; null if the two share no item and metric. */
export function describeEvaluationChange({
  name,
  timestamp,
  before,
  after,
  metrics,
}: ChangeInput): EvaluationChange | null {
  const changes = compareRows(before, after).filter(({ pairs }) => pairs > 0);
  if (changes.length === 0) return null;
  const [old, fresh] = [readStatuses(before), readStatuses(after)];
  const ids = [...fresh.entries()].filter(([id]) => old.get(id) !== undefined);
  const newlyFailing = ids.filter(([id, now]) => now === "failed" && old.get(id) === "passed").map(([id]) => id);
  const newlyPassing = ids.filter(([id, now]) => now === "passed" && old.get(id) === "failed").map(([id]) => id);
  const flips = newlyFailing.length + newlyPassing.length;
  return {
    name,
    timestamp,
    items: ids.length,
    metrics: changes.flatMap((change) => {
      const metric = metrics.find((each) => each.name === change.name);
      return metric === undefined ? [] : [{ ...change, verdict: decideChange(change, metric) }];
    }),
    newlyFailing,
    newlyPassing,
    p: flips === 0 ? null : mcnemarExact(newlyFailing.length, newlyPassing.length),
  };
}

function readStatuses(rows: RowsByMetric): ItemStatuses<string> {
  const statuses = new ItemStatuses<string>();
  for (const group of rows.values()) for (const [id, row] of group) statuses.add(id, row);
  return statuses;
}

/** The margin of reports, 3 points of 100. A metric in another unit has none: for it, nothing proves "no change". */
const shareMargin = 0.03;

function decideChange(
  { difference, ci95 }: MetricChange,
  { lowerIsBetter, distribution }: Pick<MetricSummary, "lowerIsBetter" | "distribution">,
): ChangeWord {
  if (ci95 === null || difference === null) return "not enough data";
  if (ci95.lower > 0 || ci95.upper < 0) return difference > 0 === !lowerIsBetter ? "improved" : "regressed";
  if (ci95.lower === ci95.upper) return "no change";
  const isNarrow = distribution !== null && ci95.lower >= -shareMargin && ci95.upper <= shareMargin;
  return isNarrow ? "no change" : "not enough data";
}
