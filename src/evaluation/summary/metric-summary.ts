/** What many rows of one metric say together: counts, mean with its interval, quantiles, tier, cost, reasons. */
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
  /** Scored rows over all rows; null where there is no row. */
  coverage: number.nullable(),
  passed: count,
  /** Over rows with a verdict. */
  passRate: number.nullable(),
  passRateCi95: bounds.nullable(),
  threshold: number.nullable(),
  lowerIsBetter: z.boolean(),
  mean: number.nullable(),
  ci95: bounds.nullable(),
  median: number.nullable(),
  /** Of the sample: divided by n - 1. */
  stdDev: number.nullable(),
  min: number.nullable(),
  max: number.nullable(),
  p25: number.nullable(),
  p75: number.nullable(),
  p90: number.nullable(),
  p95: number.nullable(),
  /** False beyond 100,000 scores: then the quantiles are those of a sample of that size. */
  quantilesExact: z.boolean(),
  /** Null for a metric whose score is no share. */
  reliability: number.nullable(),
  consistency: number.nullable(),
  coefficientVariation: number.nullable(),
  tier: z.enum(["excellent", "good", "fair", "poor"]).nullable(),
  /** Ten bins from 0 to 1; null for a metric whose score is no share. */
  distribution: z.array(count).nullable(),
  sparkline: z.string(),
  /** Null where the price of a call is not known. */
  costUsd: number.nullable(),
  tokens: count,
  failureReasons: z.array(z.object({ reason: z.string(), count })),
  notApplicableReasons: z.array(z.object({ reason: z.string(), count })),
  warning: z.string().optional(),
});
export type MetricSummary = z.infer<typeof MetricSummary>;
