/** The sign-flip test: if nothing changed, each difference could equally have the opposite sign. */
import { requireAllFinite, requireDraws } from "../arguments.ts";
import { clusterSums, type ClusterLabel, requireClusters } from "../one-group/clusters.ts";
import { createRandom, type DrawOptions, type Random } from "../random.ts";

/** Up to this many units, all sign patterns are counted. */
const exactUnits = 16;
/** Smaller differences count as zero; sums that differ by less are equal except for rounding. */
const slack = 1e-12;
const half = 2 ** 31;

/** The p value, whether every pattern was counted, and how many units had a sign to flip. */
export interface SignFlip {
  readonly p: number;
  readonly exact: boolean;
  readonly units: number;
}

/** Random draws, and which differences flip together. */
export interface SignFlipOptions extends DrawOptions {
  readonly clusters?: readonly ClusterLabel[] | undefined;
}

/** The two-sided p for differences (summed by cluster) that are symmetric about zero. */
export function signFlipTest(
  differences: readonly number[],
  { seed = 1, samples = 10_000, clusters }: SignFlipOptions = {},
): SignFlip {
  requireAllFinite(differences, "signFlipTest: differences");
  requireDraws(seed, samples, "signFlipTest");
  if (clusters !== undefined) requireClusters(differences, clusters, "signFlipTest");
  const sums = clusters === undefined ? differences : clusterSums(differences, clusters);
  const units = Float64Array.from(sums.filter((sum) => Math.abs(sum) > slack));
  const exact = units.length <= exactUnits;
  const p = exact ? shareOfPatterns(units) : shareOfSamples(units, createRandom(seed), samples);
  return { p, exact, units: units.length };
}

/** The smallest absolute sum that is as extreme as the observed one. */
function threshold(units: Float64Array): number {
  let sum = 0;
  let size = 0;
  for (const unit of units) {
    sum += unit;
    size += Math.abs(unit);
  }
  return Math.abs(sum) - slack * size;
}

function shareOfPatterns(units: Float64Array): number {
  const patterns = 2 ** units.length;
  const sums = new Float64Array(patterns);
  for (const [index, unit] of units.entries()) {
    const filled = 2 ** index;
    for (let pattern = 0; pattern < filled; pattern += 1) {
      const sum = sums[pattern] as number;
      sums[pattern] = sum + unit;
      sums[pattern + filled] = sum - unit;
    }
  }
  const least = threshold(units);
  let hits = 0;
  for (const sum of sums) if (Math.abs(sum) >= least) hits += 1;
  return hits / patterns;
}

function shareOfSamples(units: Float64Array, random: Random, samples: number): number {
  const least = threshold(units);
  let hits = 0;
  for (let sample = 0; sample < samples; sample += 1) {
    let sum = 0;
    for (const unit of units) sum += random.uint32() >= half ? -unit : unit;
    if (Math.abs(sum) >= least) hits += 1;
  }
  return (1 + hits) / (1 + samples);
}
