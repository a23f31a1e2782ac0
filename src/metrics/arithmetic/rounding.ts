/** Rounding for metrics whose definition requires it. */

/** Rounds the exact binary value to 4 decimals, exact ties to the even digit: 0.03125 becomes 0.0312. */
export function roundTo4(value: number): number {
  // toFixed is exact but rounds ties up. A double can be a tie at the fifth decimal only if it is an odd multiple of 1/32.
  if (!Number.isInteger(value * 32) || (value * 32) % 2 === 0) return Number(value.toFixed(4));
  const below = Math.floor(value * 10_000);
  return (below % 2 === 0 ? below : below + 1) / 10_000;
}

/** Formats a number for a sentence, with at most 3 decimals. */
export function formatReadable(value: number): number {
  return Math.round(value * 1000) / 1000;
}

/** Limits a value to the range 0 to 1. */
export function clamp01(value: number): number {
  return Math.min(1, Math.max(0, value));
}

/** Adds the values from left to right. */
export function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0);
}
