/** Formats the numbers of an evaluation. */
import { noNumber } from "../../../report/text/format.ts";

/** Rounds to four decimals, the meaningful precision of a share; whole numbers get no decimals. */
export function formatMetricShare(value: number | null): string {
  return value === null ? noNumber : String(Math.round(value * 1e4) / 1e4);
}

/** Uses as many decimals as the interval, so that numbers in a column are easy to compare. */
export function formatMean(value: number | null): string {
  return value === null ? noNumber : value.toFixed(3);
}

/** Formats both ends of an interval. */
export function formatBounds(bounds: { readonly lower: number; readonly upper: number } | null): string {
  return bounds === null ? noNumber : `${formatMean(bounds.lower)} to ${formatMean(bounds.upper)}`;
}
