/** The median as the scorecard defines it, implemented separately so that the store is not checked against itself. */
export function computeMedian(values: readonly number[]): number | null {
  const sorted = [...values].sort((one, other) => one - other);
  const middle = sorted.slice(Math.ceil(sorted.length / 2) - 1, Math.floor(sorted.length / 2) + 1);
  const [low, high = low] = middle;
  return low === undefined || high === undefined ? null : Math.floor((low + high + 1) / 2);
}
