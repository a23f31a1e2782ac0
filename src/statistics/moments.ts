/** Mean and spread, computed relative to the first value, so that equal values have no spread, not even a rounding error. */

/** A mean, and the sum of squared distances from it. */
export interface Moments {
  readonly mean: number;
  readonly squares: number;
}

/** The moments of at least one value. */
export function computeMoments(values: readonly number[]): Moments {
  const origin = values[0] ?? 0;
  let total = 0;
  for (const value of values) total += value - origin;
  const shift = total / values.length;
  let squares = 0;
  for (const value of values) squares += (value - origin - shift) ** 2;
  return { mean: origin + shift, squares };
}

/** The mean of at least one value. */
export function computeMean(values: readonly number[]): number {
  return computeMoments(values).mean;
}

/** The variance of a sample (n - 1) of at least two values. */
export function computeVariance(values: readonly number[]): number {
  return computeMoments(values).squares / (values.length - 1);
}
