/** What a list of reports shows of each: its verdict, its numbers, and what to fix, without results. */
import { z } from "zod";
import { CompetitionOutcome } from "./competition.ts";
import { Fix } from "./fix.ts";
import { ReportVerdict } from "./gate.ts";
import { Revision } from "./revision.ts";
import { StatusCounts } from "./run-status.ts";

const number = z.number().nullable();

export const HeadFix = Fix.pick({
  id: true,
  kind: true,
  area: true,
  target: true,
  targetType: true,
  symptom: true,
  title: true,
  points: true,
  scenarios: true,
  workedLater: true,
}).extend({
  /** How many runs met it, how many of them failed, and which agents they are of. */
  runs: z.number().int(),
  failed: z.number().int(),
  agents: z.array(z.string()),
});
export type HeadFix = z.infer<typeof HeadFix>;

export const HeadAgent = z.object({
  name: z.string(),
  /** The mean over its results, unrounded. */
  axisResult: number,
  /** The 95 % interval of that mean; null where the trials are too few for one. */
  lower: number,
  upper: number,
  passed: z.number().int(),
  counted: z.number().int(),
});
export type HeadAgent = z.infer<typeof HeadAgent>;

export const ReportHead = z.object({
  state: z.enum(["running", "complete", "aborted"]),
  /** Null while the report is running. */
  verdict: ReportVerdict.pick({ verdict: true, sentence: true }).nullable(),
  /** Only of a competition that is over; absent in heads that an older version wrote. */
  competition: CompetitionOutcome.optional(),
  /** The mean over the results that have a number, unrounded. */
  axisResult: number,
  interval: z.object({ lower: z.number(), upper: z.number(), scope: z.enum(["suite", "population"]) }).nullable(),
  statuses: z.object({ runs: StatusCounts, results: StatusCounts }),
  scenarios: z.number().int(),
  agents: z.array(HeadAgent),
  /** Of agents and judges; null if the cost of something is unknown. */
  costUsd: number,
  /** The known part of that cost. */
  knownCostUsd: z.number(),
  budgetUsd: number,
  durationMs: number,
  /** The most expensive first. */
  fixes: z.array(HeadFix),
  /** How many there are, also those that the list leaves out; null if nobody looked for them. */
  fixCount: z.number().int().nullable(),
  revision: Revision.nullable(),
  isScripted: z.boolean(),
  rescoredFrom: z.string().nullable(),
});
export type ReportHead = z.infer<typeof ReportHead>;
