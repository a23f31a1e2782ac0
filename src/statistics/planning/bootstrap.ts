/** Bootstrap intervals: the statistic is recomputed on data resampled from the data. */
import { requireDraws, requireOpenProbability, requireOneOf } from "../arguments.ts";
import { type ConfidenceOption, type OpenInterval, studentReach } from "../interval.ts";
import { normalCdf } from "../normal.ts";
import { quantileOfSorted } from "../quantile.ts";
import { createRandom, type DrawOptions, type Random } from "../random.ts";

/** Trials by scenario by cluster. */
export type Clusters<Trial> = readonly (readonly (readonly Trial[])[])[];

/** What is resampled: clusters (scenarios like these) or trials (these scenarios). */
export interface BootstrapOptions extends DrawOptions, ConfidenceOption {
  readonly scope: "population" | "suite";
}

/**
 * The interval of any statistic of the data. Drawing one item fewer than there are makes the variance unbiased. Too few
 * clusters (population) or a scenario with a single trial (suite) give no bounds.
 */
export function bootstrap<Trial>(
  data: Clusters<Trial>,
  statistic: (sample: Clusters<Trial>) => number,
  options: BootstrapOptions,
): OpenInterval {
  requireBootstrap(options, "bootstrap");
  if (data.length === 0) return { estimate: null, lower: null, upper: null };
  const value = (sample: Clusters<Trial>) => {
    const result = statistic(sample);
    if (!Number.isFinite(result)) throw new RangeError(`bootstrap: statistic must give finite numbers, not ${result}`);
    return result;
  };
  const draw =
    options.scope === "population"
      ? (random: Random) => value(resample(data, random))
      : (random: Random) => value(data.map((scenarios) => scenarios.map((trials) => resample(trials, random))));
  return { estimate: value(data), ...computeBounds(draw, degreesOfFreedom(data, options), options) };
}

/** The number of independent draws behind the spread; null if there are too few. */
export function degreesOfFreedom(data: Clusters<unknown>, { scope }: BootstrapOptions): number | null {
  if (scope === "population") return data.length < 2 ? null : data.length - 1;
  const spare = data.flat().map((trials) => trials.length - 1);
  return spare.length === 0 || spare.some((count) => count < 1) ? null : spare.reduce((sum, count) => sum + count, 0);
}

/** The bounds of the values that `draw` returns; the quantiles are as far out as Student's t requires. */
export function computeBounds(
  draw: (random: Random) => number,
  df: number | null,
  { seed = 1, samples = 10_000, confidence = 0.95 }: BootstrapOptions,
): { lower: number | null; upper: number | null } {
  if (df === null) return { lower: null, upper: null };
  const random = createRandom(seed);
  const drawn = new Float64Array(samples);
  for (let sample = 0; sample < samples; sample += 1) drawn[sample] = draw(random);
  drawn.sort();
  const tail = normalCdf(-studentReach(confidence, df));
  return { lower: quantileOfSorted(drawn, tail), upper: quantileOfSorted(drawn, 1 - tail) };
}

/** Throws unless the options are valid. */
export function requireBootstrap(options: BootstrapOptions, name: string): void {
  const { scope, seed = 1, samples = 10_000, confidence = 0.95 } = options;
  requireOneOf(scope, ["population", "suite"], `${name}: scope`);
  requireDraws(seed, samples, name);
  requireOpenProbability(confidence, `${name}: confidence`);
}

function resample<Item>(items: readonly Item[], random: Random): Item[] {
  const drawn: Item[] = [];
  for (let count = 1; count < items.length; count += 1) drawn.push(items[random.integer(items.length)] as Item);
  return drawn;
}
