/** The result of a metric for one item, and the row that is written for it. */
import { z } from "zod";
import { FlatSignals } from "./signal.ts";
import { TokenUsage } from "../model/token-usage.ts";

/** What kind of answer a metric gives. `analysis` has no score; `classification` has a label and perhaps a score. */
export const MetricCategory = { SCORE: "score", ANALYSIS: "analysis", CLASSIFICATION: "classification" } as const;
export type MetricCategory = (typeof MetricCategory)[keyof typeof MetricCategory];
const category = z.enum(["score", "analysis", "classification"]);

export const MetricStatus = z.enum(["scored", "not-applicable", "failed"]);
export type MetricStatus = z.infer<typeof MetricStatus>;

export const MetricEvaluationResult = z.object({
  status: MetricStatus,
  /** A share from 0 to 1, except for raw Latency. Null unless scored. */
  score: z.number().nullable(),
  /** Why there is no score. */
  why: z.string().optional(),
  explanation: z.string().min(1),
  /** The structured result behind the score, which `getSignals` reads. */
  signals: z.unknown(),
  metadata: z.record(z.string(), z.unknown()),
  /** US dollars; null if a price is unknown. Metrics without a judge cost 0. */
  costEstimate: z.number().nullable(),
  tokenUsage: TokenUsage.optional(),
});
export type MetricEvaluationResult = Readonly<z.infer<typeof MetricEvaluationResult>>;

/** One of several results that a multi-metric gets from one question. */
export const SubMetricResult = z.object({
  name: z.string(),
  score: z.number().nullish(),
  explanation: z.string().optional(),
  threshold: z.number().nullish(),
  metricCategory: category.optional(),
  group: z.string().optional(),
  signals: z.unknown().optional(),
  metadata: z.record(z.string(), z.unknown()).default({}),
});
export type SubMetricResult = Readonly<z.input<typeof SubMetricResult>>;

/** One row: an item × a metric. */
export const MetricScore = z.object({
  id: z.string(),
  itemId: z.string(),
  key: z.string(),
  name: z.string(),
  status: MetricStatus,
  score: z.number().nullable(),
  why: z.string().optional(),
  threshold: z.number().nullable(),
  passed: z.boolean().nullable(),
  explanation: z.string(),
  signals: FlatSignals,
  metadata: z.record(z.string(), z.unknown()),
  /** Version of the metric's arithmetic and questions. */
  version: z.string(),
  fingerprint: z.string(),
  timestamp: z.string(),
  source: z.string().default("axis"),
  costEstimate: z.number().nullable(),
  tokenUsage: TokenUsage.optional(),
  durationMs: z.number().nullable(),
  modelName: z.string().nullable(),
  llmProvider: z.string().nullable(),
  metricCategory: category,
  parent: z.string().nullable(),
  type: z.enum(["metric", "component", "aggregate", "sub_metric"]),
  weight: z.number().nullable(),
});
export type MetricScore = Readonly<z.infer<typeof MetricScore>>;
