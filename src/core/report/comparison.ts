/** What changed between two reports, or a report and a baseline. */
import { z } from "zod";
import { AgentVerdict } from "./verdict.ts";

export const ComparisonKind = z.enum(["improved", "unchanged", "regressed", "failed", "unscored", "new", "gone"]);
export type ComparisonKind = z.infer<typeof ComparisonKind>;

const change = z.object({
  baseline: z.number().nullable(),
  current: z.number().nullable(),
  delta: z.number().nullable(),
});

export const ComparisonEntry = z.object({
  scenarioKey: z.string(),
  agentName: z.string(),
  kind: ComparisonKind,
  ...change.shape,
  categories: z.object({ goalAchievement: change, environment: change, service: change, agent: change }),
  /** Whether the baseline's result passed; absent or null if that is unknown. */
  passedBefore: z.boolean().nullable().optional(),
  /** The dimension with the largest change. */
  movedMost: z.string().nullable(),
});
export type ComparisonEntry = z.infer<typeof ComparisonEntry>;

export const Comparison = z.object({
  baselineName: z.string().optional(),
  /** Set if a baseline is compared instead of a report. */
  currentName: z.string().optional(),
  from: z.string(),
  reportId: z.string(),
  tolerance: z.number(),
  entries: z.array(ComparisonEntry),
  summary: z.record(ComparisonKind, z.number().int()),
  /** With --until decided: at which look, and at which level, the comparison was decided. */
  look: z.object({ number: z.number().int(), of: z.number().int(), alpha: z.number() }).optional(),
  /** One per agent that has a scenario on both sides. */
  verdicts: z.array(AgentVerdict).default([]),
  ok: z.boolean(),
});
export type Comparison = z.infer<typeof Comparison>;
