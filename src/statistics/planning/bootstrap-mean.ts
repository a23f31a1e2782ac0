/** Bootstrap intervals of a mean over scenarios, and of the difference of two such means. */
import { requireRows, requireSameLength } from "../arguments.ts";
import type { OpenInterval } from "../interval.ts";
import { computeMean } from "../moments.ts";
import type { Random } from "../random.ts";
import {
  type BootstrapOptions,
  computeBounds,
  type Clusters,
  degreesOfFreedom,
  requireBootstrap,
} from "./bootstrap.ts";

/** The mean over scenarios of trial means, with its bootstrap interval. */
export function bootstrapMean(data: Clusters<number>, options: BootstrapOptions): OpenInterval {
  requireBootstrap(options, "bootstrapMean");
  requireClusters(data, "bootstrapMean: data");
  return intervalOver([data], ([mean = 0]) => mean, options);
}

/** The difference b - a of such means over the same scenarios, with its bootstrap interval. */
export function bootstrapDifference(a: Clusters<number>, b: Clusters<number>, options: BootstrapOptions): OpenInterval {
  requireBootstrap(options, "bootstrapDifference");
  requireClusters(a, "bootstrapDifference: a");
  requireClusters(b, "bootstrapDifference: b");
  requireSameLength(a, b, "bootstrapDifference: a and b");
  for (const [index, scenarios] of a.entries())
    requireSameLength(scenarios, b[index] ?? [], `bootstrapDifference: a[${index}] and b[${index}]`);
  return intervalOver([a, b], ([before = 0, after = 0]) => after - before, options);
}

/** Combines the trial means of one scenario, one for each side. */
type Combine = (means: readonly number[]) => number;

function intervalOver(sides: readonly Clusters<number>[], combine: Combine, options: BootstrapOptions): OpenInterval {
  const trials = sides.flatMap((side) => side.flat());
  if (trials.length === 0 || trials.some((values) => values.length === 0))
    return { estimate: null, lower: null, upper: null };
  const clusters = (sides[0] ?? []).map((scenarios, cluster) =>
    scenarios.map((_, scenario) => sides.map((side) => side[cluster]?.[scenario] ?? [])),
  );
  const values = clusters.map((scenarios) => scenarios.map((cells) => combine(cells.map((cell) => computeMean(cell)))));
  const estimate = computeMean(values.flat());
  if (values.some((scenarios) => scenarios.length === 0)) return { estimate, lower: null, upper: null };
  const [df, draw] =
    options.scope === "population"
      ? [
          degreesOfFreedom(
            values.map((scenarios) => [scenarios]),
            options,
          ),
          clusterDraw(values),
        ]
      : [degreesOfFreedom([trials], options), trialDraw(clusters.flat(), combine)];
  return { estimate, ...computeBounds(draw, df, options) };
}

/** Draws whole clusters: only their sums and sizes matter. */
function clusterDraw(values: readonly (readonly number[])[]): (random: Random) => number {
  const sums = values.map((scenarios) => scenarios.reduce((sum, value) => sum + value, 0));
  return (random) => {
    let [sum, count] = [0, 0];
    for (let draw = 1; draw < values.length; draw += 1) {
      const cluster = random.integer(values.length);
      sum += sums[cluster] as number;
      count += (values[cluster] as readonly number[]).length;
    }
    return sum / count;
  };
}

/** Draws trials within each scenario, one side after the other. */
function trialDraw(
  scenarios: readonly (readonly (readonly number[])[])[],
  combine: Combine,
): (random: Random) => number {
  return (random) => {
    let sum = 0;
    for (const cells of scenarios) sum += combine(cells.map((cell) => drawnMean(cell, random)));
    return sum / scenarios.length;
  };
}

function drawnMean(trials: readonly number[], random: Random): number {
  let sum = 0;
  for (let draw = 1; draw < trials.length; draw += 1) sum += trials[random.integer(trials.length)] as number;
  return sum / (trials.length - 1);
}

function requireClusters(data: Clusters<number>, place: string): void {
  for (const [index, scenarios] of data.entries()) requireRows(scenarios, `${place}[${index}]`);
}
