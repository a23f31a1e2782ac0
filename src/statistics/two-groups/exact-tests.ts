/** Exact tests of counts: for pairs that changed, and for a two-by-two table. */
import { requireCount, requireOpenProbability, requireAtMost } from "../arguments.ts";
import { coinTails } from "../coin.ts";

/** Tables up to this factor more likely than the observed one count as equally extreme: rounding must not separate equals. */
const slack = 1 + 1e-7;

/** The two-sided p of McNemar's exact test on pairs that passed on one side only; 1 if there are none. */
export function mcnemarExact(onlyA: number, onlyB: number): number {
  requireCount(onlyA, "mcnemarExact: onlyA");
  requireCount(onlyB, "mcnemarExact: onlyB");
  return Math.min(1, 2 * (coinTails(onlyA + onlyB)[Math.min(onlyA, onlyB)] as number));
}

/** The smallest number of changed pairs that can be significant at this level. */
export function discordantNeeded(alpha: number): number {
  requireOpenProbability(alpha, "discordantNeeded: alpha");
  let needed = 1;
  while (2 ** (1 - needed) > alpha) needed += 1;
  return needed;
}

/** The two-sided p of Fisher's exact test of two unpaired rates. */
export function fisherExact(...[cA, nA, cB, nB]: [cA: number, nA: number, cB: number, nB: number]): number {
  requireAtMost(cA, nA, ["fisherExact: cA", "fisherExact: nA"]);
  requireAtMost(cB, nB, ["fisherExact: cB", "fisherExact: nB"]);
  // Use the same order of the table whichever side comes first, so that the sum is equal to the last bit.
  const swap = nA > nB || (nA === nB && cA > cB);
  return swap ? tablesAsRare({ c: cB, n: nB }, { c: cA, n: nA }) : tablesAsRare({ c: cA, n: nA }, { c: cB, n: nB });
}

interface Group {
  readonly c: number;
  readonly n: number;
}

/** The share of tables with these margins that are at most as likely as the observed one. */
function tablesAsRare(a: Group, b: Group): number {
  const passes = a.c + b.c;
  const first = Math.max(0, passes - b.n);
  const weights = tableWeights(a, b, first);
  const observed = (weights[a.c - first] as number) * slack;
  let total = 0;
  let rare = 0;
  for (const weight of weights) {
    total += weight;
    if (weight <= observed) rare += weight;
  }
  return Math.min(1, rare / total);
}

/** Probabilities of a's passes from `first` up, relative to the likeliest: needs no factorials and cannot overflow. */
function tableWeights(a: Group, b: Group, first: number): Float64Array {
  const passes = a.c + b.c;
  const last = Math.min(a.n, passes);
  const weights = new Float64Array(last - first + 1);
  const likeliest = Math.floor(((a.n + 1) * (passes + 1)) / (a.n + b.n + 2));
  const mode = Math.min(last, Math.max(first, likeliest));
  const rise = (x: number) => ((a.n - x) * (passes - x)) / ((x + 1) * (b.n - passes + x + 1));
  weights[mode - first] = 1;
  for (let x = mode; x < last; x += 1) weights[x + 1 - first] = (weights[x - first] as number) * rise(x);
  for (let x = mode; x > first; x -= 1) weights[x - 1 - first] = (weights[x - first] as number) / rise(x - 1);
  return weights;
}
