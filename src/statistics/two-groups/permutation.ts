/** The stratified permutation test: if nothing changed, each trial of a scenario could equally belong to the other side. */
import { requireDraws } from "../arguments.ts";
import { createRandom, type DrawOptions, type Random } from "../random.ts";
import { requireSides, type Rows } from "./stratified.ts";

/** Up to this many labelings, all of them are counted. */
const exactLabelings = 50_000;
/** Multiplied by the number of scenarios: sums that differ by less are equal except for rounding. */
const slack = 1e-12;

/** One scenario: its trials of both sides, those of A first. */
interface Stratum {
  readonly pool: Float64Array;
  readonly countA: number;
  readonly countB: number;
  readonly total: number;
}

/** The two-sided p for exchangeable sides within each scenario; null if a scenario lacks a side. */
export function stratifiedPermutationTest(
  a: Rows,
  b: Rows,
  { seed = 1, samples = 10_000 }: DrawOptions = {},
): { p: number | null; exact: boolean } {
  requireSides(a, b, "stratifiedPermutationTest");
  requireDraws(seed, samples, "stratifiedPermutationTest");
  if ([...a, ...b].some((row) => row.length === 0)) return { p: null, exact: false };
  const strata = a.map((row, index) => toStratum(row, b[index] as readonly number[]));
  const observed = strata.reduce((sum, stratum) => sum + computeDifferenceForSum(stratum, sumTrialsOfA(stratum)), 0);
  const least = Math.abs(observed) - slack * strata.length;
  if (isCountable(strata)) return { p: shareOfLabelings(strata, least), exact: true };
  const shuffle = createShuffler(strata, createRandom(seed));
  let hits = 0;
  for (let sample = 0; sample < samples; sample += 1) if (Math.abs(shuffle()) >= least) hits += 1;
  return { p: (1 + hits) / (1 + samples), exact: false };
}

function toStratum(a: readonly number[], b: readonly number[]): Stratum {
  const pool = Float64Array.from([...a, ...b]);
  return { pool, countA: a.length, countB: b.length, total: pool.reduce((sum, value) => sum + value, 0) };
}

/** The mean of B minus the mean of A if A's trials add up to sumA. */
function computeDifferenceForSum({ total, countA, countB }: Stratum, sumA: number): number {
  return (total - sumA) / countB - sumA / countA;
}

function sumTrialsOfA({ pool, countA }: Stratum): number {
  let sum = 0;
  for (let index = 0; index < countA; index += 1) sum += pool[index] as number;
  return sum;
}

function isCountable(strata: readonly Stratum[]): boolean {
  let labelings = 1;
  for (const { countA, countB } of strata) {
    const chosen = Math.min(countA, countB);
    for (let step = 1; step <= chosen && labelings <= exactLabelings; step += 1)
      labelings = Math.round((labelings * (countA + countB - chosen + step)) / step);
    if (labelings > exactLabelings) return false;
  }
  return true;
}

function shareOfLabelings(strata: readonly Stratum[], least: number): number {
  let sums = [0];
  for (const stratum of strata) {
    const choices = listDifferences(stratum);
    sums = sums.flatMap((sum) => choices.map((choice) => sum + choice));
  }
  return sums.filter((sum) => Math.abs(sum) >= least).length / sums.length;
}

/** The difference under every labeling of one scenario; chooses the smaller side to keep the recursion shallow. */
function listDifferences(stratum: Stratum): number[] {
  const { pool, countA, countB, total } = stratum;
  const chosen = Math.min(countA, countB);
  const found: number[] = [];
  const choose = (from: number, left: number, sum: number): void => {
    if (left === 0) found.push(computeDifferenceForSum(stratum, countA <= countB ? sum : total - sum));
    else
      for (let index = from; index <= pool.length - left; index += 1)
        choose(index + 1, left - 1, sum + (pool[index] as number));
  };
  choose(0, chosen, 0);
  return found;
}

/** Shuffles all scenarios in one array: with ten thousand repetitions, memory locality matters. */
function createShuffler(strata: readonly Stratum[], random: Random): () => number {
  const trials = Float64Array.from(strata.flatMap(({ pool }) => [...pool]));
  const picks = new Int32Array(strata.reduce((most, { countA }) => Math.max(most, countA), 0));
  return () => {
    let statistic = 0;
    let start = 0;
    for (const stratum of strata) {
      const end = start + stratum.countA + stratum.countB;
      let sum = 0;
      for (let place = 0; place < stratum.countA; place += 1) {
        const pick = start + place + random.integer(end - start - place);
        sum += swap(trials, start + place, pick);
        picks[place] = pick;
      }
      // Undo the swaps, last one first, so that the next shuffle starts from the same order.
      for (let place = stratum.countA - 1; place >= 0; place -= 1) swap(trials, start + place, picks[place] as number);
      statistic += computeDifferenceForSum(stratum, sum);
      start = end;
    }
    return statistic;
  };
}

/** Swaps two entries and returns the one that moved to the first place. */
function swap(values: Float64Array, first: number, second: number): number {
  const value = values[second] as number;
  values[second] = values[first] as number;
  values[first] = value;
  return value;
}
