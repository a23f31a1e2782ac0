/** Converts a latency to a score: the seconds themselves, or a share from 0 to 1. */

export const normalizationMethods = ["exponential", "sigmoid", "reciprocal", "linear"] as const;
type NormalizationMethod = (typeof normalizationMethods)[number];

export interface LatencyOptions {
  readonly normalize?: boolean;
  readonly normalizationMethod?: NormalizationMethod;
  /** Seconds; default 5. */
  readonly threshold?: number;
}

const normalizers: Readonly<Record<NormalizationMethod, (latency: number, threshold: number) => number>> = {
  exponential: (latency, threshold) => Math.exp(-latency / threshold),
  sigmoid: (latency, threshold) => 1 / (1 + Math.exp((latency - threshold) / (threshold / 4))),
  reciprocal: (latency, threshold) => threshold / (threshold + latency),
  linear: (latency, threshold) => Math.max(0, 1 - latency / threshold),
};

/** Returns the seconds, or a share normalised by a threshold above 0. The share at the threshold itself is the pass mark. */
export function latencyScore(latency: number, options: LatencyOptions = {}): number {
  const { normalize = false, normalizationMethod = "exponential", threshold = 5 } = options;
  if (!normalize) return latency;
  const method = normalizers[normalizationMethod];
  if (method === undefined)
    throw new RangeError(
      `normalizationMethod "${normalizationMethod}" is unknown; use one of ${normalizationMethods.join(", ")}`,
    );
  if (!(threshold > 0)) throw new RangeError(`Normalising a latency needs a threshold above 0, not ${threshold}`);
  return method(latency, threshold);
}
