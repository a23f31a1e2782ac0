/** How the numbers of an evaluation are shown to people. */
import { noNumber } from "../../report/text/format.ts";

/** Four digits are what a share is good for; a whole number stays one. */
export function formatShare(value: number | null): string {
  return value === null ? noNumber : String(Math.round(value * 1e4) / 1e4);
}

/** As many decimals as its interval, so that numbers below each other can be compared by eye. */
export function formatMean(value: number | null): string {
  return value === null ? noNumber : value.toFixed(3);
}

/** Both ends of an interval. */
export function formatBounds(bounds: { readonly lower: number; readonly upper: number } | null): string {
  return bounds === null ? noNumber : `${formatMean(bounds.lower)} to ${formatMean(bounds.upper)}`;
}

/** `1 item`, `2 items`. */
export function counted(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? "" : "s"}`;
}
