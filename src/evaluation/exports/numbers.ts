/** How the numbers of an evaluation are shown to people. */
import { noNumber } from "../../report/format.ts";

/** Four digits are what a share is good for; a whole number stays one. */
export function formatShare(value: number | null): string {
  return value === null ? noNumber : String(Math.round(value * 1e4) / 1e4);
}

/** Both ends of an interval. */
export function formatBounds(bounds: { readonly lower: number; readonly upper: number } | null): string {
  return bounds === null ? noNumber : `${bounds.lower.toFixed(3)} to ${bounds.upper.toFixed(3)}`;
}

/** `1 item`, `2 items`. */
export function counted(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? "" : "s"}`;
}
