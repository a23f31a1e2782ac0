/** Krippendorff's alpha: the agreement of any number of raters, even if not all of them rated everything. */
import { requireFinite, requireOneOf } from "../arguments.ts";
import { computeMoments } from "../moments.ts";

/** A rating; null if the rater gave none. */
export type Rating = string | number | null;

/** How disagreement is measured: different labels, distance in ranks, or distance in numbers. */
export interface AlphaOptions {
  readonly metric: "nominal" | "interval" | "ordinal";
}

/** Disagreement within items, and between all ratings, in the same unit. */
interface Disagreement {
  readonly within: number;
  readonly all: number;
}

/** Alpha (null if no disagreement is possible), and the number of ratings that share an item with another one. */
export function krippendorffAlpha(
  ratings: readonly (readonly Rating[])[],
  { metric }: AlphaOptions,
): { value: number | null; pairable: number } {
  requireOneOf(metric, ["nominal", "interval", "ordinal"], "krippendorffAlpha: metric");
  const items = ratings.map((row, item) => readRatings(row, metric, `krippendorffAlpha: ratings[${item}]`));
  const kept = items.filter((item) => item.length > 1);
  const pairable = kept.reduce((sum, item) => sum + item.length, 0);
  if (pairable === 0) return { value: null, pairable };
  const { within, all } =
    metric === "nominal" ? sumLabelDisagreement(kept) : sumNumberDisagreement(kept as number[][], metric);
  return { value: all === 0 ? null : 1 - ((pairable - 1) * within) / all, pairable };
}

function readRatings(row: readonly Rating[], metric: AlphaOptions["metric"], place: string): (string | number)[] {
  const found: (string | number)[] = [];
  for (const [rater, rating] of row.entries()) {
    if (rating === null) continue;
    if (typeof rating !== "string" || metric !== "nominal") requireFinite(rating as number, `${place}[${rater}]`);
    found.push(rating);
  }
  return found;
}

/** Counts ordered pairs with different labels. */
function sumLabelDisagreement(items: readonly (readonly (string | number)[])[]): Disagreement {
  const within = items.reduce((sum, item) => sum + unequalPairs(item) / (item.length - 1), 0);
  return { within, all: unequalPairs(items.flat()) };
}

function unequalPairs(labels: readonly (string | number)[]): number {
  const counts = new Map<string | number, number>();
  for (const label of labels) counts.set(label, (counts.get(label) ?? 0) + 1);
  let pairs = labels.length ** 2;
  for (const count of counts.values()) pairs -= count ** 2;
  return pairs;
}

/** Sums squared distances of ordered pairs, computed from sums of squares; ordinal distances are those of middle ranks. */
function sumNumberDisagreement(items: readonly (readonly number[])[], metric: AlphaOptions["metric"]): Disagreement {
  const ranks = metric === "ordinal" ? middleRanks(items.flat()) : null;
  const placed = ranks === null ? items : items.map((item) => item.map((value) => ranks.get(value) ?? 0));
  const squaredPairs = (values: readonly number[]) => 2 * values.length * computeMoments(values).squares;
  const within = placed.reduce((sum, item) => sum + squaredPairs(item) / (item.length - 1), 0);
  return { within, all: squaredPairs(placed.flat()) };
}

/** The middle of the ranks that each value occupies: their distances are those of the ordinal metric. */
function middleRanks(values: readonly number[]): Map<number, number> {
  const counts = new Map<number, number>();
  for (const value of values) counts.set(value, (counts.get(value) ?? 0) + 1);
  const ranks = new Map<number, number>();
  let before = 0;
  for (const [value, count] of [...counts].sort(([first], [second]) => first - second)) {
    ranks.set(value, before + count / 2);
    before += count;
  }
  return ranks;
}
