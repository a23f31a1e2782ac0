/** Unbiased probabilities from n tries with c passes: that at least one of k tries passes, and that all k pass. */
import { requireCount, requireAtMost } from "../arguments.ts";

/** Tries and passes of one scenario. */
type Cell = readonly [n: number, c: number];

/** The probability that at least one of k tries passes; null with fewer than k tries. */
export function passAtK(n: number, c: number, k: number): number | null {
  requireCell([n, c], "passAtK: ");
  requireCount(k, "passAtK: k", 1);
  return n < k ? null : atLeastOne([n, c], k);
}

/** The probability that all of k tries pass; null with fewer than k tries. */
export function passHatK(n: number, c: number, k: number): number | null {
  requireCell([n, c], "passHatK: ");
  requireCount(k, "passHatK: k", 1);
  return n < k ? null : chosenFrom(c, n, k);
}

/** The mean of passAtK over cells; null if a cell has fewer than k tries. */
export function meanPassAtK(cells: readonly Cell[], k: number): number | null {
  return meanOver(cells, k, { name: "meanPassAtK", chance: atLeastOne });
}

/** The mean of passHatK over cells; null if a cell has fewer than k tries. */
export function meanPassHatK(cells: readonly Cell[], k: number): number | null {
  return meanOver(cells, k, { name: "meanPassHatK", chance: ([n, c]) => chosenFrom(c, n, k) });
}

interface Chance {
  readonly name: string;
  readonly chance: (cell: Cell, k: number) => number;
}

function meanOver(cells: readonly Cell[], k: number, { name, chance }: Chance): number | null {
  requireCount(k, `${name}: k`, 1);
  for (const [index, cell] of cells.entries()) requireCell(cell, `${name}: cells[${index}].`);
  if (cells.length === 0 || cells.some(([n]) => n < k)) return null;
  return cells.reduce((sum, cell) => sum + chance(cell, k), 0) / cells.length;
}

/** With one try both probabilities equal the rate, to the last bit. */
function atLeastOne([n, c]: Cell, k: number): number {
  return k === 1 ? c / n : 1 - chosenFrom(n - c, n, k);
}

/** C(part, k)/C(n, k) as a product: the probability that k of n, drawn without replacement, all come from the part. */
function chosenFrom(part: number, n: number, k: number): number {
  if (part < k) return 0;
  let chance = 1;
  for (let drawn = 0; drawn < k; drawn += 1) chance *= (part - drawn) / (n - drawn);
  return chance;
}

function requireCell([n, c]: Cell, place: string): void {
  requireAtMost(c, n, [`${place}c`, `${place}n`]);
}
