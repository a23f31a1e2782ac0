/** Checks two weights that share one score. */

const tolerance = 0.001;

/** Whether two weights add up to 1, within the precision that people write. */
export function hasUnitSum(one: number, other: number): boolean {
  return Math.abs(one + other - 1) <= tolerance;
}
