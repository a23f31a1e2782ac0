/** How the points of a fix are written, in the terminal and on pages. */
import type { FixPoints } from "../../core/report/fix.ts";

/** Two numbers that differ by less than this are one. */
const sameWithin = 0.05;

/** `0.1 to 2.3`, or one number if the two hardly differ. Less than 0.05 is 0. */
export function formatFixPoints({ least, most }: FixPoints): string {
  return most - least < sameWithin ? formatTenths(most) : `${formatTenths(least)} to ${formatTenths(most)}`;
}

function formatTenths(points: number): string {
  const rounded = Math.round(points * 10) / 10;
  return rounded === 0 ? "0" : rounded.toFixed(1);
}
