/** Values in clusters: the uncertainty of their mean, and how similar they are within a cluster. */
import { requireAllFinite, requireFinite, requireRows, requireSameLength } from "../arguments.ts";
import { computeMoments } from "../moments.ts";

/** The name of a cluster. */
export type ClusterLabel = string | number;

/** The standard error of the mean if values of one cluster vary together; null for fewer than two clusters. */
export function clusteredStandardError(values: readonly number[], clusters: readonly ClusterLabel[]): number | null {
  requireAllFinite(values, "clusteredStandardError: values");
  requireClusters(values, clusters, "clusteredStandardError");
  return clusteredError(values, clusters).standardError;
}

/** Throws unless each value has a cluster with a usable name. */
export function requireClusters(values: readonly unknown[], clusters: readonly ClusterLabel[], name: string): void {
  requireSameLength(values, clusters, `${name}: values and clusters`);
  for (const [index, label] of clusters.entries())
    if (typeof label !== "string") requireFinite(label, `${name}: clusters[${index}]`);
}

/** Sums by cluster, in order of first appearance. */
export function clusterSums(values: readonly number[], clusters: readonly ClusterLabel[]): number[] {
  const sums = new Map<ClusterLabel, number>();
  for (const [index, value] of values.entries()) {
    const label = clusters[index] as ClusterLabel;
    sums.set(label, (sums.get(label) ?? 0) + value);
  }
  return [...sums.values()];
}

/** The number of clusters and the standard error; without clusters every value is a cluster of its own. */
export function clusteredError(
  values: readonly number[],
  clusters: readonly ClusterLabel[] | undefined,
): { count: number; standardError: number | null } {
  const distances = distancesFromMean(values);
  const sums = clusters === undefined ? distances : clusterSums(distances, clusters);
  const count = sums.length;
  if (count < 2) return { count, standardError: null };
  const squares = sums.reduce((total, sum) => total + sum * sum, 0);
  return { count, standardError: Math.sqrt((count / (count - 1)) * squares) / values.length };
}

/** How similar values of one group are, by one-way analysis of variance; null without any spread or repeats. */
export function intraclassCorrelation(groups: readonly (readonly number[])[]): number | null {
  requireRows(groups, "intraclassCorrelation: groups");
  const filled = groups.filter((group) => group.length > 0);
  const all = filled.flat();
  const repeats = all.length - filled.length;
  if (filled.length < 2 || repeats < 1) return null;
  const grand = computeMoments(all);
  let inside = 0;
  let between = 0;
  let sizes = 0;
  for (const group of filled) {
    const { mean, squares } = computeMoments(group);
    inside += squares;
    between += group.length * (mean - grand.mean) ** 2;
    sizes += group.length ** 2;
  }
  if (grand.squares === 0) return null;
  const meanBetween = between / (filled.length - 1);
  const meanInside = inside / repeats;
  const size = (all.length - sizes / all.length) / (filled.length - 1);
  return (meanBetween - meanInside) / (meanBetween + (size - 1) * meanInside);
}

/** The factor by which clusters of this size inflate the variance of a mean. */
export function designEffect(size: number, icc: number): number {
  if (!(size >= 1 && size < Infinity))
    throw new RangeError(`designEffect: size must be a number from 1 up, not ${size}`);
  if (!(icc <= 1 && icc > -Infinity)) throw new RangeError(`designEffect: icc must be at most 1, not ${icc}`);
  return 1 + (size - 1) * Math.max(0, icc);
}

function distancesFromMean(values: readonly number[]): number[] {
  const origin = values[0] ?? 0;
  const shift = values.reduce((total, value) => total + (value - origin), 0) / values.length;
  return values.map((value) => value - origin - shift);
}
