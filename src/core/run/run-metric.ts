/** The result of a metric for a run, as reports store it: in points, with the reading behind them. */
import { z } from "zod";
import { MetricStatus } from "../score/metric-result.ts";
import { FlatSignals } from "../score/signal.ts";

export const RunMetric = z.object({
  key: z.string(),
  name: z.string(),
  status: MetricStatus,
  /** Points from 0 to 100; null with a `reason`. */
  score: z.number().nullable(),
  reason: z.string().optional(),
  /** In points too. */
  threshold: z.number().nullable(),
  passed: z.boolean().nullable(),
  /** What was measured, if that is not a share, such as seconds. */
  reading: z.object({ amount: z.number(), unit: z.string() }).optional(),
  explanation: z.string(),
  signals: FlatSignals,
});
export type RunMetric = z.infer<typeof RunMetric>;

/** A metric by its key, by its key with options, or by the path of a YAML file. */
export const MetricChoiceInput = z.union([z.string().min(1), z.looseObject({ class: z.string().min(1) })]);
export type MetricChoiceInput = z.infer<typeof MetricChoiceInput>;

/** What a scenario configures for metrics: additional metrics, and what they compare with. */
export const ScenarioMetrics = z.strictObject({
  use: z.array(MetricChoiceInput).optional().describe("Metrics for this scenario, in addition to those of the config."),
  expected_output: z.string().optional().describe("The answer that metrics compare with."),
  expected_tools: z.array(z.unknown()).optional().describe("The tool calls that metrics compare with."),
  expected_reference: z.array(z.unknown()).optional().describe("The sources that retrieval metrics compare with."),
  additional_input: z
    .record(z.string(), z.unknown())
    .optional()
    .describe("Additional input for metrics, such as a persona."),
});
export type ScenarioMetrics = z.infer<typeof ScenarioMetrics>;
