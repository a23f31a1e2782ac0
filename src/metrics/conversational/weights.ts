/** Two weights that share one score between them. */

const tolerance = 0.001;

/** Whether two weights add up to 1, as exactly as people write them. */
export function addUpToOne(one: number, other: number): boolean {
  return Math.abs(one + other - 1) <= tolerance;
}
