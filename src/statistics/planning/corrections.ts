/** Many tests at once: p values adjusted so that a family of them stays honest. */
import { requireProbability } from "../arguments.ts";

/** A p, or null where a test had none. */
export type MaybeP = number | null;

/** Holm's adjusted p values, in the order given: the chance of any false alarm stays at the level. */
export function holm(p: readonly MaybeP[]): MaybeP[] {
  return adjust(p, "holm", (sorted) => {
    let most = 0;
    return sorted.map((value, rank) => (most = Math.max(most, Math.min(1, value * (sorted.length - rank)))));
  });
}

/** Benjamini and Hochberg's adjusted p values, in the order given: the share of false alarms stays at the level. */
export function benjaminiHochberg(p: readonly MaybeP[]): MaybeP[] {
  return adjust(p, "benjaminiHochberg", (sorted) => {
    let least = 1;
    const count = sorted.length;
    // The quotient first: for the last rank it is exactly one, so that no adjusted p falls below the raw one.
    return sorted
      .toReversed()
      .map((value, from) => (least = Math.min(least, value * (count / (count - from)))))
      .toReversed();
  });
}

/** Adjusts those that are known in rising order and puts them back in their places. */
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
