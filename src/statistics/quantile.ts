/** Quantiles of plain numbers. */
import { requireAllFinite, requireProbability } from "./arguments.ts";

/** The p-quantile, interpolated linearly between the order statistics around (n - 1)p; null without values. */
export function quantile(values: readonly number[], p: number): number | null {
  requireAllFinite(values, "quantile: values");
  requireProbability(p, "quantile: p");
  return values.length === 0 ? null : quantileOfSorted(Float64Array.from(values).sort(), p);
}

/** The same for a sorted list of at least one value. */
export function quantileOfSorted(sorted: ArrayLike<number>, p: number): number {
  const position = (sorted.length - 1) * p;
  const index = Math.floor(position);
  const below = sorted[index] as number;
  const above = sorted[index + 1];
  const share = position - index;
  return above === undefined || share === 0 ? below : interpolate(below, above, share);
}

/** Interpolates from below to above; in two parts if their distance would overflow. */
function interpolate(below: number, above: number, share: number): number {
  const distance = above - below;
  return Number.isFinite(distance) ? below + share * distance : below * (1 - share) + above * share;
}
