/** The summary of one metric's rows: counts, mean with its interval, quantiles, tier, cost, reasons. */
import { z } from "zod";

const number = z.number();
const count = z.number().int().nonnegative();
const bounds = z.object({ lower: number, upper: number });

export const MetricSummary = z.object({
  key: z.string(),
  name: z.string(),
  n: count,
  scored: count,
  failed: count,
  notApplicable: count,
  /** Scored rows divided by all rows; null without rows. */
  coverage: number.nullable(),
  passed: count,
  /** Among rows that passed or failed. */
  passRate: number.nullable(),
  passRateCi95: bounds.nullable(),
  threshold: number.nullable(),
  lowerIsBetter: z.boolean(),
  mean: number.nullable(),
  ci95: bounds.nullable(),
  median: number.nullable(),
  /** Sample standard deviation (divided by n - 1). */
  stdDev: number.nullable(),
  min: number.nullable(),
  max: number.nullable(),
  p25: number.nullable(),
  p75: number.nullable(),
  p90: number.nullable(),
  p95: number.nullable(),
  /** False above 100,000 scores; then the quantiles come from a random sample of that size. */
  quantilesExact: z.boolean(),
  /** Null for a metric whose score does not range from 0 to 1. */
  reliability: number.nullable(),
  consistency: number.nullable(),
  coefficientVariation: number.nullable(),
  tier: z.enum(["excellent", "good", "fair", "poor"]).nullable(),
  /** Ten bins from 0 to 1; null for a metric with another score range. */
  distribution: z.array(count).nullable(),
  sparkline: z.string(),
  /** Null if the price of a call is unknown. */
  costUsd: number.nullable(),
  tokens: count,
  failureReasons: z.array(z.object({ reason: z.string(), count })),
  notApplicableReasons: z.array(z.object({ reason: z.string(), count })),
  warning: z.string().optional(),
});
export type MetricSummary = z.infer<typeof MetricSummary>;
