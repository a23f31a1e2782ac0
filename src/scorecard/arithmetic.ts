/** The one rounding rule of scorecards, on integers of any size, and what counts as a number. */

/** To the nearest, halves up. Both are integers; n >= 0, d > 0. */
export function roundedRatio(n: bigint, d: bigint): number {
  return Number((2n * n + d) / (2n * d));
}

/** A recorded number that means something; null for everything else. */
export function known(value: unknown): bigint | null {
  return typeof value === "number" && Number.isSafeInteger(value) && value >= 0 ? BigInt(value) : null;
}

/** A number as a document can hold it: what JSON cannot say becomes null, and there is one zero. */
export function recorded(value: unknown): number | null {
  return typeof value === "number" && Number.isFinite(value) ? value + 0 : null;
}
