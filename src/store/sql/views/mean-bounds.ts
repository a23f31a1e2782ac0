/** The 95 % confidence interval of a mean over runs, computed from sums per scenario. */
import { studentReach } from "../../../statistics/interval.ts";

/** The confidence level of every interval. */
export const confidence = 0.95;

export interface Bounds {
  readonly lower: number;
  readonly upper: number;
}

/**
 * What an interval is about. `suite`: these scenarios; each has at least two runs, so its own noise is known.
 * `population`: scenarios like these; the runs of one scenario form a cluster, and the scenarios are the sample.
 */
export type IntervalScope = "suite" | "population";

/** The number of runs, and how they are distributed over scenarios. */
export interface Counts {
  readonly runs: number;
  readonly scenarios: number;
  /** The number of runs of the scenario with the fewest runs. */
  readonly fewest: number;
  /** The sum of the squared numbers of runs per scenario. */
  readonly squared_runs: number;
}

/** One measure: n, s and q stand for the runs of a scenario, their sum, and the sum of their squares. */
export interface SpreadSums {
  readonly sum: number;
  /** Sum of (nq - s²) / (n - 1) over scenarios: the noise within them. Null if no scenario has two runs. */
  readonly within: number | null;
  /** Sum of the squares of those terms, each divided by n - 1. */
  readonly within_squares: number | null;
  /** Sum of s². */
  readonly squared_sums: number;
  /** Sum of ns. */
  readonly weighted_sums: number;
}

/** What an interval over these runs can be about; null for a single run. */
export function intervalScope({ runs, fewest }: Pick<Counts, "runs" | "fewest">): IntervalScope | null {
  if (runs < 2) return null;
  return fewest >= 2 ? "suite" : "population";
}

/**
 * The interval of the mean over runs, by Student's t, limited to 0 to 100. Null for a single run, and if all runs are
 * equal: then nothing is known about how much other runs would vary.
 */
export function meanBounds(counts: Counts, sums: SpreadSums): Bounds | null {
  const error = intervalScope(counts) === "suite" ? suiteError(sums) : populationError(counts, sums);
  if (error === null) return null;
  const mean = sums.sum / counts.runs;
  return toBounds(mean, { variance: error.variance / counts.runs ** 2, df: error.df });
}

/** The interval of a mean whose variance is known, limited to what its values can be. */
export function toBounds(mean: number, { variance, df }: SumError, most = 100): Bounds {
  const half = studentReach(confidence, df) * Math.sqrt(variance);
  // Rounds outwards, so that the interval contains the mean no matter how both are rounded.
  return {
    lower: Math.max(0, Math.floor((mean - half) * 10) / 10),
    upper: Math.min(most, Math.ceil((mean + half) * 10) / 10),
  };
}

/** A variance and its degrees of freedom. */
interface SumError {
  readonly variance: number;
  readonly df: number;
}

/** Each scenario with its own variance; degrees of freedom after Satterthwaite. With one scenario: the usual interval. */
function suiteError({ within, within_squares }: SpreadSums): SumError | null {
  if (within === null || within_squares === null || within <= 0) return null;
  return { variance: within, df: within ** 2 / within_squares };
}

/** Clustered by scenario: sum of (s - n·mean)², from whole numbers, so that equal runs have exactly no spread. */
function populationError({ runs, scenarios, squared_runs }: Counts, sums: SpreadSums): SumError | null {
  if (scenarios < 2) return null;
  const [count, sum] = [BigInt(runs), BigInt(sums.sum)];
  const spread =
    count * count * BigInt(sums.squared_sums) -
    2n * sum * count * BigInt(sums.weighted_sums) +
    sum * sum * BigInt(squared_runs);
  if (spread <= 0n) return null;
  const squares = Number(spread) / runs ** 2;
  return { variance: (scenarios / (scenarios - 1)) * squares, df: scenarios - 1 };
}
