/** A latency as a score: the seconds themselves, or a share of 0 to 1. */

export const normalizationMethods = ["exponential", "sigmoid", "reciprocal", "linear"] as const;
export type NormalizationMethod = (typeof normalizationMethods)[number];

export interface LatencyOptions {
  readonly normalize?: boolean;
  readonly normalizationMethod?: NormalizationMethod;
  /** Seconds; default 5. */
  readonly threshold?: number;
}

const normalized: Readonly<Record<NormalizationMethod, (latency: number, threshold: number) => number>> = {
  exponential: (latency, threshold) => Math.exp(-latency / threshold),
  sigmoid: (latency, threshold) => 1 / (1 + Math.exp((latency - threshold) / (threshold / 4))),
  reciprocal: (latency, threshold) => threshold / (threshold + latency),
  linear: (latency, threshold) => Math.max(0, 1 - latency / threshold),
};

/** Seconds as they are, or normalised by a threshold above 0; the share of the threshold itself is the passing mark. */
export function latencyScore(latency: number, options: LatencyOptions = {}): number {
  const { normalize = false, normalizationMethod = "exponential", threshold = 5 } = options;
  if (!normalize) return latency;
  const method = normalized[normalizationMethod];
  if (method === undefined)
    throw new RangeError(
      `normalizationMethod is "${normalizationMethod}"; it is one of ${normalizationMethods.join(", ")}`,
    );
  if (!(threshold > 0)) throw new RangeError(`A latency is normalised by a threshold above 0, not ${threshold}`);
  return method(latency, threshold);
}
