/** Rounding where a metric's definition asks for it. */

/** To 4 decimals, to the nearest of the exact binary value, exact ties to the even digit: 0.03125 is 0.0312. */
export function roundTo4(value: number): number {
  // toFixed is exact but rounds ties up. A double is a tie at the fifth decimal only as an odd number of 32nds.
  if (!Number.isInteger(value * 32) || (value * 32) % 2 === 0) return Number(value.toFixed(4));
  const below = Math.floor(value * 10_000);
  return (below % 2 === 0 ? below : below + 1) / 10_000;
}

/** A number as a sentence shows it: to 3 decimals at most. */
export function readable(value: number): number {
  return Math.round(value * 1000) / 1000;
}

/** Between 0 and 1, whatever it was. */
export function clamp01(value: number): number {
  return Math.min(1, Math.max(0, value));
}

/** The sum, left to right. */
export function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0);
}
