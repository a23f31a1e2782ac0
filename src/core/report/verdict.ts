/** What may be said of a change from a baseline to a report, and by which rules; numbers are in points. */
import { z } from "zod";
import { DimensionId } from "../score/category.ts";

export const VerdictMetric = z.enum(["score", "pass"]);
export const VerdictRule = z.enum(["no-regression", "non-inferior", "tolerance"]);
export type VerdictRule = z.infer<typeof VerdictRule>;

const points = z.number().min(0).max(100);
const between = z.number().gt(0).lt(1);

export const VerdictSettings = z.strictObject({
  metric: VerdictMetric.optional().describe("What decides: the AXIS Result (score, the default) or passes."),
  margin: points.optional().describe("The drop of the mean AXIS Result that matters, in points; default 3."),
  pass_margin: points.optional().describe("The drop of the pass rate that matters, in percentage points; default 10."),
  pass_mark: points.optional().describe("The goal score from which on a run passes; default 75."),
  scope: z
    .enum(["auto", "suite", "population"])
    .optional()
    .describe("Sure about these scenarios (suite) or about scenarios like these (population); default auto."),
  alpha: z.number().min(0.001).max(0.5).optional().describe("How often a verdict may be wrong; default 0.05."),
  unscored: z.number().min(0).max(1).optional().describe("The share of runs that may lack a number; default 0.1."),
  corrected: z
    .boolean()
    .optional()
    .describe("With metric pass: decide by the pass rates corrected for the judge's mistakes, where it is calibrated."),
  sprt: z
    .strictObject({ good: between, bad: between, alpha: between, beta: between })
    .partial()
    .optional()
    .describe("For --until decided: pass rates to tell apart (0.9 and 0.6), and how often each may be mistaken."),
  rule: VerdictRule.optional().describe(
    "What fails the gate; default no-regression with two or more trials of every pair, else tolerance.",
  ),
});
export type VerdictSettings = z.infer<typeof VerdictSettings>;

/** The settings with everything decided but the rule, which depends on the trials there are. */
export interface VerdictRules {
  readonly metric: z.infer<typeof VerdictMetric>;
  /** Of the metric, in points. */
  readonly margin: number;
  readonly scope: "auto" | "suite" | "population";
  readonly alpha: number;
  readonly unscored: number;
  readonly rule: VerdictRule | null;
  /** By the pass rates that people would have given. */
  readonly corrected: boolean;
}

/** The goal score from which on a run passes, where nothing else is written. */
export const defaultPassMark = 75;

/** What is written, with the defaults of what is not. */
export function verdictRules(settings: VerdictSettings = {}): VerdictRules {
  const { metric = "score", scope = "auto", alpha = 0.05, unscored = 0.1, rule = null } = settings;
  const margin = metric === "score" ? (settings.margin ?? 3) : (settings.pass_margin ?? 10);
  const corrected = settings.corrected === true && metric === "pass";
  return { metric, margin, scope, alpha, unscored, rule, corrected };
}

/** When a pair's passes decide: two pass rates to tell apart, and how often each may be mistaken for the other. */
export interface Stopping {
  readonly good: number;
  readonly bad: number;
  readonly alpha: number;
  readonly beta: number;
}

/** What is written, with the defaults of what is not. */
export function stoppingRule({ sprt = {} }: VerdictSettings = {}): Stopping {
  const { good = 0.9, bad = 0.6, alpha = 0.05, beta = 0.1 } = sprt;
  return { good, bad, alpha, beta };
}

const number = z.number().nullable();
const evidence = { estimate: number, lower: number, upper: number, p: number };
const ruling = { verdict: z.enum(["regressed", "no-change", "not-enough-data"]), improved: z.boolean() };
const trials = z.object({ least: z.number().int(), most: z.number().int() }).nullable();

/** One scenario's part in a change. */
export const Cause = z.object({
  scenarioKey: z.string(),
  baseline: z.number(),
  current: z.number(),
  /** Its share of the change of the mean. */
  contribution: z.number(),
  /** That this scenario alone changed; null with fewer than two trials on a side. */
  p: number,
  /** The same, corrected for as many tests as there are scenarios. */
  adjustedP: number,
  /** Of this scenario alone, by the corrected p; null with fewer than two trials on a side. */
  verdict: ruling.verdict.nullable().default(null),
  /** Of its change, in points. */
  lower: number.default(null),
  upper: number.default(null),
});
export type Cause = z.infer<typeof Cause>;

/** The verdict on one dimension of one agent. It explains, and decides nothing. */
export const DimensionVerdict = z.object({
  dimension: DimensionId,
  ...ruling,
  scenarios: z.number().int(),
  baseline: number,
  current: number,
  ...evidence,
  /** Corrected for as many dimensions as were tested. */
  adjustedP: number,
});
export type DimensionVerdict = z.infer<typeof DimensionVerdict>;

/** How many times as long, as many tokens, as dear: B over A. It explains, and decides nothing. */
export const ResourceVerdict = z.object({
  reading: z.enum(["durationMs", "tokens", "costUsd"]),
  verdict: ruling.verdict,
  /** Scenarios whose reading is known on both sides. */
  scenarios: z.number().int(),
  ratio: number,
  lower: number,
  upper: number,
  /** The ratio from which on a change matters. */
  margin: z.number(),
});
export type ResourceVerdict = z.infer<typeof ResourceVerdict>;

/** What a comparison that stayed open would have needed. */
export const Needed = z.object({
  /** Per scenario, on both sides; null where no number up to 50 would do. */
  trials: z.number().int().nullable(),
  scenarios: z.number().int().nullable(),
  /** The smallest drop that the present data show reliably. */
  detectable: number,
});
export type Needed = z.infer<typeof Needed>;

/** The verdict on one agent: candidate minus baseline, over the scenarios that both have. */
export const AgentVerdict = z.object({
  agentName: z.string(),
  metric: VerdictMetric,
  ...ruling,
  scope: z.enum(["suite", "population"]).nullable(),
  method: z.enum(["stratified", "mcnemar", "sign-flip"]).nullable(),
  scenarios: z.number().int(),
  /** Scored trials per compared scenario. */
  trials: z.object({ baseline: trials, current: trials }),
  /** Means over the compared scenarios. */
  baseline: number,
  current: number,
  ...evidence,
  /** Corrected for as many verdicts as there are agents; it decides. */
  adjustedP: number,
  margin: z.number(),
  alpha: z.number(),
  /** Estimate and bounds are corrected for the judge's mistakes. */
  corrected: z.literal(true).optional(),
  gone: z.array(z.string()),
  added: z.array(z.string()),
  dropped: z.array(z.string()),
  missing: z.number().int(),
  missingShare: number,
  /** With every missing run at its worst; null where nothing is missing. */
  worstCase: z.object({ ...ruling, ...evidence }).nullable(),
  /** What decides about the gate. */
  rule: VerdictRule,
  /** What the tolerance says; null where it is not the rule. */
  byTolerance: z.enum(["regressed", "improved", "no-change", "not-enough-data"]).nullable(),
  /** Whether this agent passes the gate, by the rule and by the share of missing runs. */
  ok: z.boolean(),
  /** Only where there is not enough data. */
  needed: Needed.nullable(),
  /** Every compared scenario, the largest share of the change first. */
  causes: z.array(Cause),
  /** Dimensions with a number on both sides. */
  dimensions: z.array(DimensionVerdict).default([]),
  resources: z.array(ResourceVerdict).default([]),
  /** The seed of whatever was drawn at random. */
  seed: z.string(),
});
export type AgentVerdict = z.infer<typeof AgentVerdict>;
