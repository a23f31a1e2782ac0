/** What can be concluded about a change from a baseline to a report, and by which rules; numbers are in points. */
import { z } from "zod";
import { DimensionId } from "../score/category.ts";

const VerdictMetric = z.enum(["score", "pass"]);
export const VerdictRule = z.enum(["no-regression", "non-inferior", "tolerance"]);
export type VerdictRule = z.infer<typeof VerdictRule>;

const points = z.number().min(0).max(100);
const between = z.number().gt(0).lt(1);

export const VerdictSettings = z.strictObject({
  metric: VerdictMetric.optional().describe("What decides: the AXIS Result (score, the default) or passes."),
  margin: points.optional().describe("Smallest drop of the mean AXIS Result that matters, in points; default 3."),
  pass_margin: points
    .optional()
    .describe("Smallest drop of the pass rate that matters, in percentage points; default 10."),
  pass_mark: points.optional().describe("Goal score at which a run passes; default 75."),
  scope: z
    .enum(["auto", "suite", "population"])
    .optional()
    .describe(
      "Whether the verdict is about these scenarios (suite) or about scenarios like these (population); default auto.",
    ),
  alpha: z.number().min(0.001).max(0.5).optional().describe("How often a verdict may be wrong; default 0.05."),
  unscored: z.number().min(0).max(1).optional().describe("Share of runs that may lack a number; default 0.1."),
  corrected: z
    .boolean()
    .optional()
    .describe("With metric pass: use the pass rates corrected for the judge's mistakes, if it is calibrated."),
  sprt: z
    .strictObject({ good: between, bad: between, alpha: between, beta: between })
    .partial()
    .optional()
    .describe(
      "For --until decided: pass rates to distinguish (0.9 and 0.6), and how often each may be mistaken for the other.",
    ),
  rule: VerdictRule.optional().describe(
    "Rule that decides whether a comparison fails; default no-regression if every result has two or more trials, else tolerance.",
  ),
});
export type VerdictSettings = z.infer<typeof VerdictSettings>;

/** The settings with everything resolved except the rule, which depends on the number of trials. */
export interface VerdictRules {
  readonly metric: z.infer<typeof VerdictMetric>;
  /** Margin of the metric, in points. */
  readonly margin: number;
  readonly scope: "auto" | "suite" | "population";
  readonly alpha: number;
  readonly unscored: number;
  readonly rule: VerdictRule | null;
  /** Whether to use the pass rates that people would have given. */
  readonly corrected: boolean;
}

/** The default goal score at which a run passes. */
export const defaultPassMark = 75;

/** The settings as written, with defaults for the rest. */
export function resolveVerdictRules(settings: VerdictSettings = {}): VerdictRules {
  const { metric = "score", scope = "auto", alpha = 0.05, unscored = 0.1, rule = null } = settings;
  const margin = metric === "score" ? (settings.margin ?? 3) : (settings.pass_margin ?? 10);
  const corrected = settings.corrected === true && metric === "pass";
  return { metric, margin, scope, alpha, unscored, rule, corrected };
}

/** When the passes of a result decide: two pass rates to distinguish, and how often each may be mistaken for the other. */
export interface StoppingRule {
  readonly good: number;
  readonly bad: number;
  readonly alpha: number;
  readonly beta: number;
}

/** The stopping rule as written, with defaults for the rest. */
export function resolveStoppingRule({ sprt = {} }: VerdictSettings = {}): StoppingRule {
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
  /** Its share of the change in the mean. */
  contribution: z.number(),
  /** p-value for a change of this scenario alone; null with fewer than two trials on a side. */
  p: number,
  /** The same, corrected for the number of scenarios. */
  adjustedP: number,
  /** Verdict on this scenario alone, by the corrected p; null with fewer than two trials on a side. */
  verdict: ruling.verdict.nullable().default(null),
  improved: z.boolean().default(false),
  /** Bounds of its change, in points. */
  lower: number.default(null),
  upper: number.default(null),
});
export type Cause = z.infer<typeof Cause>;

/** The verdict on one dimension of one agent. It explains the result but decides nothing. */
export const DimensionVerdict = z.object({
  dimension: DimensionId,
  ...ruling,
  scenarios: z.number().int(),
  baseline: number,
  current: number,
  ...evidence,
  /** Corrected for the number of dimensions tested. */
  adjustedP: number,
});
export type DimensionVerdict = z.infer<typeof DimensionVerdict>;

/** The ratio of time, tokens or cost: B over A. It explains the result but decides nothing. */
export const ResourceVerdict = z.object({
  reading: z.enum(["durationMs", "tokens", "costUsd"]),
  verdict: ruling.verdict,
  /** Scenarios with a known reading on both sides. */
  scenarios: z.number().int(),
  ratio: number,
  lower: number,
  upper: number,
  /** The ratio at which a change matters. */
  margin: z.number(),
});
export type ResourceVerdict = z.infer<typeof ResourceVerdict>;

/** What an undecided comparison would have needed. */
export const Needed = z.object({
  /** Per scenario, on both sides; null if no number up to 50 is enough. */
  trials: z.number().int().nullable(),
  scenarios: z.number().int().nullable(),
  /** The smallest drop that the present data can detect reliably. */
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
  /** Corrected for the number of agents; this p decides. */
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
  /** With every missing run at its worst; null if nothing is missing. */
  worstCase: z.object({ ...ruling, ...evidence }).nullable(),
  /** The rule that decides. */
  rule: VerdictRule,
  /** The outcome by tolerance; null if tolerance is not the rule. */
  byTolerance: z.enum(["regressed", "improved", "no-change", "not-enough-data"]).nullable(),
  /** Whether this agent passes, by the rule and by the share of missing runs. */
  ok: z.boolean(),
  /** Only if there is not enough data. */
  needed: Needed.nullable(),
  /** Every compared scenario, the largest share of the change first. */
  causes: z.array(Cause),
  /** Dimensions with a number on both sides. */
  dimensions: z.array(DimensionVerdict).default([]),
  resources: z.array(ResourceVerdict).default([]),
  /** The seed of everything random. */
  seed: z.string(),
});
export type AgentVerdict = z.infer<typeof AgentVerdict>;
