/** Splits the change of an AXIS Result into what each dimension contributed, by weight. */
import { type DimensionId, dimensionIds } from "../score/category.ts";
import { weightKey, type Weights } from "../score/weights.ts";
import type { ComparisonEntry, DimensionCause } from "./comparison.ts";

interface WeighedDimension {
  readonly dimension: DimensionId;
  readonly baseline: number | null;
  readonly current: number | null;
  /** Shares of the AXIS Result: the dimensions in use share the weight of those that are not. */
  readonly before: number;
  readonly after: number;
}

/** Smaller contributions are rounding errors. */
const smallest = 1e-9;

/** The dimension that explains most of the change first. The points add up to the change of the weighted mean. */
export function listDimensionCauses(categories: ComparisonEntry["categories"], weights: Weights): DimensionCause[] {
  const rows = weighDimensions(categories, weights);
  const level = findCommonLevel(rows, weights);
  const causes = rows.map(({ dimension, baseline, current, ...shares }) => {
    const points =
      baseline === null || current === null
        ? shares.after * ((current ?? level) - level) - shares.before * ((baseline ?? level) - level)
        : ((shares.before + shares.after) / 2) * (current - baseline);
    return { dimension, baseline, current, points: Number(points.toFixed(9)) + 0 };
  });
  const change = causes.reduce((sum, { points }) => sum + points, 0);
  const towards = (points: number) => (Math.abs(change) < smallest ? Math.abs(points) : points * Math.sign(change));
  return causes
    .filter(({ points }) => Math.abs(points) > smallest)
    .toSorted((a, b) => towards(b.points) - towards(a.points));
}

function weighDimensions(categories: ComparisonEntry["categories"], weights: Weights): WeighedDimension[] {
  const sumOf = (side: "baseline" | "current") =>
    dimensionIds.reduce((sum, id) => sum + (categories[id][side] === null ? 0 : weights[weightKey[id]]), 0);
  const [before, after] = [sumOf("baseline"), sumOf("current")];
  if (before === 0 || after === 0) return [];
  return dimensionIds.map((dimension) => {
    const { baseline, current } = categories[dimension];
    const weight = weights[weightKey[dimension]];
    return {
      dimension,
      baseline,
      current,
      before: baseline === null ? 0 : weight / before,
      after: current === null ? 0 : weight / after,
    };
  });
}

/**
 * The level that a dimension which appears or disappears is measured against: the mean of the dimensions that stay,
 * because these give up or take over its weight.
 */
function findCommonLevel(rows: readonly WeighedDimension[], weights: Weights): number {
  let [sum, total] = [0, 0];
  for (const { dimension, baseline, current } of rows) {
    if (baseline === null || current === null) continue;
    const weight = weights[weightKey[dimension]];
    sum += (weight * (baseline + current)) / 2;
    total += weight;
  }
  if (total > 0) return sum / total;
  const mean = (side: "baseline" | "current", share: "before" | "after") =>
    rows.reduce((all, row) => all + row[share] * (row[side] ?? 0), 0);
  return (mean("baseline", "before") + mean("current", "after")) / 2;
}
