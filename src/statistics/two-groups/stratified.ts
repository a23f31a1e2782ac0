/** Differences on exactly these scenarios, B - A: the only noise is that of the trials within each scenario. */
import { requireOpenProbability, requireAtMost, requireRows, requireSameLength } from "../arguments.ts";
import { type ConfidenceOption, studentReach } from "../interval.ts";
import { computeMean, computeVariance } from "../moments.ts";

/** One row per scenario, with its trials. */
export type Rows = readonly (readonly number[])[];

/** A difference and what is known about its error. */
export interface Difference {
  readonly estimate: number | null;
  readonly standardError: number | null;
  readonly df: number | null;
  readonly lower: number | null;
  readonly upper: number | null;
}

/** A component of the estimate's variance, with its degrees of freedom. */
interface VarianceComponent {
  readonly variance: number;
  readonly df: number;
}

/** The mean over scenarios of the difference of trial means; no interval if a cell has fewer than two trials. */
export function stratifiedDifference(a: Rows, b: Rows, { confidence = 0.95 }: ConfidenceOption = {}): Difference {
  requireSides(a, b, "stratifiedDifference");
  requireOpenProbability(confidence, "stratifiedDifference: confidence");
  const cells = [...a, ...b];
  const scenarios = a.length;
  if (scenarios === 0 || cells.some((cell) => cell.length === 0)) return withoutError(null);
  const estimate = computeMean(a.map((row, index) => computeMean(b[index] as readonly number[]) - computeMean(row)));
  if (cells.some((cell) => cell.length < 2)) return withoutError(estimate);
  const parts = cells.map((cell) => ({
    variance: computeVariance(cell) / cell.length / scenarios ** 2,
    df: cell.length - 1,
  }));
  return withError(estimate, parts, confidence);
}

/** The same for passes: each side's variance is pooled, and never zero, because "all passed" is not certainty. */
// oxlint-disable-next-line max-params -- two sides, each with passes and trials
export function stratifiedRateDifference(
  passesA: readonly number[],
  trialsA: readonly number[],
  passesB: readonly number[],
  trialsB: readonly number[],
  { confidence = 0.95 }: ConfidenceOption = {},
): Difference {
  const name = "stratifiedRateDifference";
  requireSameLength(passesA, passesB, `${name}: passesA and passesB`);
  requireOpenProbability(confidence, `${name}: confidence`);
  const a = side(passesA, trialsA, `${name}: passesA and trialsA`);
  const b = side(passesB, trialsB, `${name}: passesB and trialsB`);
  if (a.rates.length === 0 || trialsA.includes(0) || trialsB.includes(0)) return withoutError(null);
  const estimate = computeMean(a.rates.map((rate, index) => (b.rates[index] as number) - rate));
  if (a.part.df < 2 || b.part.df < 2) return withoutError(estimate);
  const { lower, upper, ...rest } = withError(estimate, [a.part, b.part], confidence);
  return { ...rest, lower: Math.max(-1, lower as number), upper: Math.min(1, upper as number) };
}

/** The variance of the true differences between scenarios, and of trials on each side; null if it cannot be computed. */
export function differenceComponents(
  a: Rows,
  b: Rows,
): { between: number | null; withinA: number | null; withinB: number | null } {
  requireSides(a, b, "differenceComponents");
  const withinA = meanVariance(a, () => 1);
  const withinB = meanVariance(b, () => 1);
  if (withinA === null || withinB === null || a.length < 2) return { between: null, withinA, withinB };
  const differences = a.map((row, index) => computeMean(b[index] as readonly number[]) - computeMean(row));
  const noise = (meanVariance(a, (trials) => trials) ?? 0) + (meanVariance(b, (trials) => trials) ?? 0);
  return { between: Math.max(0, computeVariance(differences) - noise), withinA, withinB };
}

/** Throws unless both sides have finite numbers for the same number of scenarios. */
export function requireSides(a: Rows, b: Rows, name: string): void {
  requireSameLength(a, b, `${name}: a and b`);
  requireRows(a, `${name}: a`);
  requireRows(b, `${name}: b`);
}

function meanVariance(rows: Rows, divisor: (trials: number) => number): number | null {
  if (rows.length === 0 || rows.some((row) => row.length < 2)) return null;
  return rows.reduce((sum, row) => sum + computeVariance(row) / divisor(row.length), 0) / rows.length;
}

function side(
  passes: readonly number[],
  trials: readonly number[],
  place: string,
): { rates: number[]; part: VarianceComponent } {
  requireSameLength(passes, trials, place);
  let spread = 0.5;
  let df = 1;
  let shares = 0;
  const rates = passes.map((passed, index) => {
    const count = trials[index] as number;
    const [first = "", second = ""] = place.split(" and ");
    requireAtMost(passed, count, [`${first}[${index}]`, `${first.replace(/: .*/, ": ")}${second}[${index}]`]);
    spread += passed * (1 - passed / count);
    df += count - 1;
    shares += 1 / count;
    return passed / count;
  });
  return { rates, part: { variance: ((spread / df) * shares) / passes.length ** 2, df } };
}

/** The t interval with Welch and Satterthwaite's degrees of freedom for a sum of variances. */
function withError(estimate: number, parts: readonly VarianceComponent[], confidence: number): Difference {
  const variance = parts.reduce((sum, part) => sum + part.variance, 0);
  if (variance === 0) return { estimate, standardError: 0, df: null, lower: estimate, upper: estimate };
  const df = 1 / parts.reduce((sum, part) => sum + (part.variance / variance) ** 2 / part.df, 0);
  const standardError = Math.sqrt(variance);
  const half = studentReach(confidence, df) * standardError;
  return { estimate, standardError, df, lower: estimate - half, upper: estimate + half };
}

function withoutError(estimate: number | null): Difference {
  return { estimate, standardError: null, df: null, lower: null, upper: null };
}
