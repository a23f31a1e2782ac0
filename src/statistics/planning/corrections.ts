/** Multiple tests: p values adjusted so that the error rate of the whole family stays bounded. */
import { requireProbability } from "../arguments.ts";

/** A p value; null if a test had none. */
export type MaybeP = number | null;

/** Holm's adjusted p values, in the given order: the probability of any false alarm stays at the level. */
export function holm(p: readonly MaybeP[]): MaybeP[] {
  return adjust(p, "holm", (sorted) => {
    let most = 0;
    return sorted.map((value, rank) => (most = Math.max(most, Math.min(1, value * (sorted.length - rank)))));
  });
}

/** Benjamini and Hochberg's adjusted p values, in the given order: the share of false alarms stays at the level. */
export function benjaminiHochberg(p: readonly MaybeP[]): MaybeP[] {
  return adjust(p, "benjaminiHochberg", (sorted) => {
    let least = 1;
    const count = sorted.length;
    // Divide first: for the last rank the quotient is exactly one, so that no adjusted p falls below the raw one.
    return sorted
      .toReversed()
      .map((value, from) => (least = Math.min(least, value * (count / (count - from)))))
      .toReversed();
  });
}

/** Adjusts the known p values in rising order and puts them back in place. */
function adjust(p: readonly MaybeP[], name: string, rule: (sorted: number[]) => number[]): MaybeP[] {
  const known: { index: number; value: number }[] = [];
  for (const [index, value] of p.entries()) {
    if (value === null) continue;
    requireProbability(value, `${name}: p[${index}]`);
    known.push({ index, value });
  }
  known.sort((first, second) => first.value - second.value);
  const adjusted: MaybeP[] = p.map(() => null);
  for (const [rank, value] of rule(known.map((entry) => entry.value)).entries())
    adjusted[known[rank]?.index ?? 0] = value;
  return adjusted;
}
