/** How a fix is written, in the terminal and on pages, which is why it imports no schema. */
import { formatCount } from "../../core/format-count.ts";
import type { Fix, FixArea, FixPoints } from "../../core/report/fix.ts";

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

export const areaTitles: Readonly<Record<FixArea, string>> = {
  use: "In what agents use",
  deliver: "In what they deliver",
  work: "In how they work",
};

/** Where agents had an address from, the most frequent first. */
export function describeOrigin({ prompt, output, guessed }: NonNullable<Fix["origin"]>): string {
  const total = prompt + output + guessed;
  const parts: readonly (readonly [number, string])[] = [
    [prompt, "the prompt has the address"],
    [output, "an earlier answer has the address"],
    [guessed, "agents guessed it: nothing they had read has the address"],
  ];
  return parts
    .filter(([count]) => count > 0)
    .toSorted(([a], [b]) => b - a)
    .map(([count, what]) => `${what}, in ${count} of ${formatCount(total, "run")}`)
    .join("; ");
}

/** From this p on, a difference may be chance. */
const provenBelow = 0.05;

/** Whether runs that met it failed more often. */
export function describeFailures({ with: met, without, p }: NonNullable<Fix["failures"]>): string {
  const chance = p < provenBelow ? "" : ": may be chance";
  return `${formatShare(met)} failed with it, ${formatShare(without)} without (p ${formatChance(p)})${chance}`;
}

function formatShare({ failed, runs }: { readonly failed: number; readonly runs: number }): string {
  return runs === 0 ? "none" : `${Math.round((100 * failed) / runs)} %`;
}

function formatChance(p: number): string {
  return p < 0.001 ? "< 0.001" : `= ${p.toFixed(p < 0.1 ? 3 : 2)}`;
}
