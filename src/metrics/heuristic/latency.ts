/** Latency: how long did the answer take? */
import { z } from "zod";
import { fromRaw } from "../../core/score.ts";
import { type LatencyOptions, latencyScore, normalizationMethods } from "../arithmetic/latency-score.ts";
import { defineMetric } from "../define-metric.ts";

interface LatencyReading {
  readonly latencySeconds: number;
  /** The threshold used for the score; null if there is none. */
  readonly thresholdSeconds: number | null;
  readonly normalizedScore: number | null;
  readonly performance: string | null;
}

/** Names for a latency, by the multiple of the threshold it stays below. */
const latencyNames = [
  { name: "excellent", below: 0.5 },
  { name: "good", below: 1 },
  { name: "acceptable", below: 1.5 },
] as const;

/** Seconds (lower is better) or a normalised share. Either way it passes exactly if the seconds are below the threshold. */
export const Latency = defineMetric({
  id: "latency",
  title: "Latency",
  about: "How long the answer took, in seconds or as a share from 0 to 1.",
  needs: ["latency"],
  uses: ["query"],
  options: z.strictObject({
    normalize: z.boolean().default(false),
    normalizationMethod: z.enum(normalizationMethods).default("exponential"),
  }),
  threshold: 5,
  range: ({ normalize }) => (normalize ? [0, 1] : [0, Infinity]),
  tags: ["heuristic"],
  thresholdProblem: (threshold, { normalize }) =>
    normalize && !(threshold !== null && threshold > 0)
      ? `normalize needs a threshold above 0, not ${threshold}`
      : undefined,
  measure({ latency }, { options, threshold }) {
    const result = toLatencyReading(latency, threshold, options);
    const score = options.normalize ? (result.normalizedScore ?? Number.NaN) : latency;
    return { score: fromRaw(score), explanation: explain(result), result };
  },
  signals: ({ latencySeconds, normalizedScore, performance }) => [
    { name: "latency_seconds", value: latencySeconds, headlineDisplay: true },
    { name: "normalized_score", value: normalizedScore },
    { name: "performance", value: performance },
  ],
  lowerIsBetter: ({ normalize }) => !normalize,
  verdict({ score, signals }, threshold, options) {
    const reading = signals as LatencyReading | null;
    const shown =
      options.normalize && reading?.thresholdSeconds
        ? toLatencyReading(threshold, reading.thresholdSeconds, options)
        : null;
    // Compares the seconds, so that rounding of the share cannot change the outcome.
    const passed = score === null || reading === null ? null : reading.latencySeconds < threshold;
    return { threshold: shown?.normalizedScore ?? threshold, passed };
  },
});

function toLatencyReading(
  latencySeconds: number,
  thresholdSeconds: number | null,
  options: LatencyOptions,
): LatencyReading {
  if (thresholdSeconds === null || thresholdSeconds <= 0)
    return { latencySeconds, thresholdSeconds, normalizedScore: null, performance: null };
  const normalizedScore = latencyScore(latencySeconds, { ...options, normalize: true, threshold: thresholdSeconds });
  const performance = latencyNames.find(({ below }) => latencySeconds < below * thresholdSeconds)?.name ?? "poor";
  return { latencySeconds, thresholdSeconds, normalizedScore, performance };
}

function explain({ latencySeconds, thresholdSeconds, performance }: LatencyReading): string {
  const against = performance === null ? "" : `, ${performance} for a threshold of ${thresholdSeconds} s`;
  return `The answer took ${Number(latencySeconds.toFixed(3))} s${against}.`;
}
