/** The interval of a mean, and of the mean difference of pairs. */
import { requireAllFinite, requireFinite, requireOpenProbability, requireSameLength } from "../arguments.ts";
import { studentReach } from "../interval.ts";
import { computeMean } from "../moments.ts";
import { clusteredError, type ClusterLabel, requireClusters } from "./clusters.ts";

/** A mean and what is known about its error. */
export interface MeanInterval {
  readonly n: number;
  readonly estimate: number | null;
  readonly standardError: number | null;
  readonly df: number | null;
  readonly lower: number | null;
  readonly upper: number | null;
}

/** The confidence level, and which values form a cluster. */
export interface MeanOptions {
  readonly confidence?: number | undefined;
  readonly clusters?: readonly ClusterLabel[] | undefined;
}

/** The mean with its t interval; a single cluster gives no interval. */
export function meanInterval(
  values: readonly number[],
  { confidence = 0.95, clusters }: MeanOptions = {},
): MeanInterval {
  requireAllFinite(values, "meanInterval: values");
  requireOpenProbability(confidence, "meanInterval: confidence");
  if (clusters !== undefined) requireClusters(values, clusters, "meanInterval");
  return intervalOfMean(values, { confidence, clusters });
}

/** The mean of b - a over the pairs that have both values, with its t interval, and the number of pairs left out. */
export function pairedDifference(
  a: readonly (number | null)[],
  b: readonly (number | null)[],
  { confidence = 0.95, clusters }: MeanOptions = {},
): MeanInterval & { readonly dropped: number } {
  requireSameLength(a, b, "pairedDifference: a and b");
  requireOpenProbability(confidence, "pairedDifference: confidence");
  if (clusters !== undefined) requireClusters(a, clusters, "pairedDifference");
  const differences: number[] = [];
  const labels: ClusterLabel[] = [];
  for (const [index, before] of a.entries()) {
    const after = b[index] as number | null;
    if (before !== null) requireFinite(before, `pairedDifference: a[${index}]`);
    if (after !== null) requireFinite(after, `pairedDifference: b[${index}]`);
    if (before === null || after === null) continue;
    differences.push(after - before);
    labels.push(clusters?.[index] ?? index);
  }
  const interval = intervalOfMean(differences, { confidence, clusters: clusters && labels });
  return { ...interval, dropped: a.length - differences.length };
}

function intervalOfMean(values: readonly number[], { confidence = 0.95, clusters }: MeanOptions): MeanInterval {
  const n = values.length;
  const estimate = n === 0 ? null : computeMean(values);
  const { count, standardError } = clusteredError(values, clusters);
  if (estimate === null || standardError === null)
    return { n, estimate, standardError: null, df: null, lower: null, upper: null };
  const df = count - 1;
  const half = studentReach(confidence, df) * standardError;
  return { n, estimate, standardError, df, lower: estimate - half, upper: estimate + half };
}
