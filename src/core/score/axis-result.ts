/** The AXIS Result of one run with the evidence behind every point, as `score` in reports. */
import { z } from "zod";
import { Category, DimensionId } from "./category.ts";
import { JudgeUsed } from "../judge.ts";
import { Necessity, Pattern, QuestionId } from "../question.ts";
import { Weights } from "./weights.ts";

const points = z.number().min(0).max(100);
const share = z.number().min(0).max(1);

/** A dimension's score in a document: a whole number, or null with the reason beside it. */
const state = {
  status: z.enum(["scored", "not-applicable", "unscored"]),
  applicable: z.boolean(),
  score: points.nullable(),
  reason: z.string().optional(),
};
export const DimensionState = z.object(state);
export type DimensionState = z.infer<typeof DimensionState>;

export const GradedCriterion = z.object({
  check: z.string(),
  weight: z.number(),
  /** 0 to 10. */
  score: z.number().min(0).max(10).nullable(),
  rationale: z.string(),
  by: z.enum(["judge", "verify", "failure"]),
  /** Ids of interactions and paths in the workspace that the judge bases its grade on. */
  cites: z.array(z.union([z.number(), z.string()])).optional(),
});
export type GradedCriterion = z.infer<typeof GradedCriterion>;

/** The five signals; which of them count, and how much, differs by dimension. */
export const SignalName = z.enum(["success", "speed", "weight", "relevance", "necessity"]);
export type SignalName = z.infer<typeof SignalName>;
export const signalNames = SignalName.options;

export const Audit = z.object({
  id: z.number().int(),
  categories: z.array(Category),
  success: share,
  speed: share,
  weight: share.nullable(),
  contextRelevance: share.nullable(),
  rationale: z.string(),
});
export type Audit = z.infer<typeof Audit>;

export const DimensionResult = z.object({
  ...state,
  interactionCount: z.number().int(),
  auditedCount: z.number().int(),
  /** Raw signals × 100, rounded; null if the signal has no weight or no value. */
  dimensions: z.record(SignalName, points.nullable()),
  audits: z.array(Audit),
  necessity: Necessity.nullable(),
});
export type DimensionResult = z.infer<typeof DimensionResult>;

export const Insight = z.object({
  dimension: DimensionId,
  score: points,
  /** The weakest signal; for the goal, the check with the lowest score. */
  signal: z.string(),
  value: z.number(),
  message: z.string(),
});
export type Insight = z.infer<typeof Insight>;

/** Version of the formulas used in `score`; scores of different formulas are never compared. */
export const formula = "axis/1";

export const AxisResult = z.object({
  formula: z.string(),
  axisScore: points.nullable(),
  reason: z.string().optional(),
  goalAchievement: z.object({ ...state, criteria: z.array(GradedCriterion) }),
  environment: DimensionResult,
  service: DimensionResult,
  agent: DimensionResult,
  weights: Weights,
  effectiveWeights: Weights,
  judging: z.record(QuestionId, JudgeUsed.nullable()),
  insights: z.array(Insight),
  patterns: z.array(Pattern.extend({ dimension: Category })),
});
export type AxisResult = z.infer<typeof AxisResult>;
