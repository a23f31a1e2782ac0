/** What changed between two reports, or a report and a baseline. */
import { z } from "zod";
import { DimensionId } from "../score/category.ts";
import { AgentVerdict, Cause } from "./verdict.ts";

/** The four words for a change, of a result, of an agent and of a whole comparison. */
export const ChangeVerdict = z.enum(["REGRESSED", "IMPROVED", "NO CHANGE", "NOT ENOUGH DATA"]);
export type ChangeVerdict = z.infer<typeof ChangeVerdict>;

export const ComparisonKind = z.enum(["improved", "unchanged", "regressed", "failed", "unscored", "new", "gone"]);
export type ComparisonKind = z.infer<typeof ComparisonKind>;

const change = z.object({
  baseline: z.number().nullable(),
  current: z.number().nullable(),
  delta: z.number().nullable(),
});

/** One dimension's part in the change of a result. */
const DimensionCause = z.object({
  dimension: DimensionId,
  /** Null if the dimension was not used on that side. */
  baseline: z.number().nullable(),
  current: z.number().nullable(),
  /** By how much it moved the AXIS Result, with its weight. */
  points: z.number(),
});
export type DimensionCause = z.infer<typeof DimensionCause>;

export const ComparisonEntry = z.object({
  scenarioKey: z.string(),
  agentName: z.string(),
  kind: ComparisonKind,
  /** Null for a result that only one side has. */
  verdict: ChangeVerdict.nullable(),
  /** Means of the counted trials. */
  ...change.shape,
  categories: z.object({ goalAchievement: change, environment: change, service: change, agent: change }),
  /** Whether the baseline's result passed; null if that is unknown. */
  passedBefore: z.boolean().nullable(),
  passedNow: z.boolean().nullable(),
  /** The dimension with the largest change, whatever its weight. */
  movedMost: z.string().nullable(),
  /** The dimensions that moved the AXIS Result, the one that explains most of the change first. */
  causes: z.array(DimensionCause),
});
export type ComparisonEntry = z.infer<typeof ComparisonEntry>;

export const Comparison = z.object({
  baselineName: z.string().optional(),
  /** Set if a baseline is compared instead of a report. */
  currentName: z.string().optional(),
  from: z.string(),
  reportId: z.string(),
  tolerance: z.number(),
  /** The heading: the verdict on all agents and results together. */
  verdict: ChangeVerdict,
  entries: z.array(ComparisonEntry),
  summary: z.record(ComparisonKind, z.number().int()),
  /** With --until decided: at which look, and at which level, the comparison was decided. */
  look: z.object({ number: z.number().int(), of: z.number().int(), alpha: z.number() }).optional(),
  /** One per agent that has a scenario on both sides. */
  verdicts: z.array(AgentVerdict).default([]),
  /** What else differs between the two sides; absent if nothing does. */
  warnings: z.array(z.string()).optional(),
  ok: z.boolean(),
});
export type Comparison = z.infer<typeof Comparison>;

const parts = { dimensions: true, resources: true } as const;
const bounds = { verdict: true, improved: true, lower: true, upper: true } as const;

/** A comparison as older versions stored it: without the four words and what they rest on. */
export const StoredComparison = Comparison.partial({ verdict: true }).extend({
  entries: z.array(ComparisonEntry.partial({ verdict: true, passedBefore: true, passedNow: true, causes: true })),
  verdicts: z.array(AgentVerdict.partial(parts).extend({ causes: z.array(Cause.partial(bounds)) })).optional(),
});
export type StoredComparison = z.infer<typeof StoredComparison>;
