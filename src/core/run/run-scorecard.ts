/** The scorecard of a run: a number from 0 to 100 computed from recorded facts, with every input it was made of. */
import { z } from "zod";

/** Version of the formulas. Cards of different versions are never averaged together. */
export const formulaVersion = "2";

export const CardTier = z.enum(["Bronze", "Silver", "Gold", "Elite"]);
export type CardTier = z.infer<typeof CardTier>;

/** Why an axis could not be computed and counts as 50. */
export const DefaultReason = z.enum([
  "no-outcome",
  "no-stages",
  "no-baseline",
  "few-samples",
  "no-usage",
  "bad-input",
  "error",
]);
export type DefaultReason = z.infer<typeof DefaultReason>;

/** Basis points; the four sum to 10000. */
export const CardWeights = z.object({
  completion: z.number().int().min(0).max(10_000),
  error_rate: z.number().int().min(0).max(10_000),
  latency: z.number().int().min(0).max(10_000),
  resource_efficiency: z.number().int().min(0).max(10_000),
});
export type CardWeights = z.infer<typeof CardWeights>;

export const WeightsSource = z.enum(["default", "workspace", "default-after-error"]);
export type WeightsSource = z.infer<typeof WeightsSource>;

const points = z.number().int().min(0).max(100);
/** A raw input as recorded: null is unknown, and a number that makes no sense is kept for the audit. */
const reading = z.number().nullable();
const part = z.object({ defaulted: z.boolean() });

const axis = <Inputs extends z.ZodType>(inputs: Inputs) =>
  z.object({ score: points, defaulted: z.boolean(), why: DefaultReason.nullable(), inputs });

export const CardAxes = z.object({
  completion: axis(z.object({ outcome: z.string().nullable(), reason: z.string().nullable() })),
  error_rate: axis(z.object({ passed_first: reading, executed: reading })),
  latency: axis(
    z.object({
      wall_ms: reading,
      p50_ms: reading,
      samples: reading,
      scope: z.enum(["workspace", "scenario"]),
      /** True if the latency baseline was fixed in advance for all participants. */
      frozen: z.boolean(),
      /** The runs in the latency baseline, newest first. */
      run_ids: z.array(z.string()),
    }),
  ),
  resource_efficiency: axis(
    z.object({
      source: z.enum(["cgroup2", "cgroup1", "proc"]).nullable(),
      peak_bytes: reading,
      limit_bytes: reading,
      throttled_ms: reading,
      agent_ms: reading,
      parts: z.object({ memory: part, cpu: part }),
    }),
  ),
});
export type CardAxes = z.infer<typeof CardAxes>;
export type CardAxis = keyof CardAxes;

export const RunScorecard = z.object({
  run_id: z.string(),
  score: points,
  tier: CardTier,
  formula_version: z.string(),
  axes: CardAxes,
  weights: CardWeights,
  weights_source: WeightsSource,
  weighted_sum: z.number().int().min(0).max(1_000_000),
  /** An axis, or part of one, uses its default. */
  provisional: z.boolean(),
  /** False: shown, but excluded from leaderboard, trends and latency baseline. */
  counted: z.boolean(),
});
export type RunScorecard = z.infer<typeof RunScorecard>;

/** The summary of a card for the trials of a result; the full card is in the detail file. */
export const ShortCard = RunScorecard.pick({ score: true, tier: true, provisional: true, counted: true }).extend({
  outcome: z.string().nullable(),
  reason: z.string().nullable(),
});
export type ShortCard = z.infer<typeof ShortCard>;

export function shortCard({ score, tier, provisional, counted, axes }: RunScorecard): ShortCard {
  const { outcome, reason } = axes.completion.inputs;
  return { score, tier, outcome, reason, provisional, counted };
}
