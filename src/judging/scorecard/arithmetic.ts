/** The only rounding rule of scorecards, for integers of any size, and which values count as numbers. */

/** Rounds n / d to the nearest integer, halves up. Both are integers; n >= 0, d > 0. */
export function roundRatio(n: bigint, d: bigint): number {
  return Number((2n * n + d) / (2n * d));
}

/** Returns a recorded non-negative safe integer; null for everything else. */
export function toCount(value: unknown): bigint | null {
  return typeof value === "number" && Number.isSafeInteger(value) && value >= 0 ? BigInt(value) : null;
}

/** Returns a number that JSON can store: NaN and infinities become null, and -0 becomes 0. */
export function toStoredNumber(value: unknown): number | null {
  return typeof value === "number" && Number.isFinite(value) ? value + 0 : null;
}
