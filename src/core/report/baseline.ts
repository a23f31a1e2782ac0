/** Named numbers saved from one report, to compare later reports with. */
import { z } from "zod";
import type { DimensionId } from "../score/category.ts";
import { meetsPassRate } from "./gate.ts";
import { RunStatus, toPassed } from "./run-status.ts";
import { defaultPassMark } from "./verdict.ts";

export const baselineVersion = "1";

/** A score outside this range can only be a mistake or a forgery, and would decide every comparison. */
const score = z.number().min(0).max(100);
const points = score.nullable();
const amount = z.number().nonnegative().nullable();

/** The four dimensions of one run, in points; null for a dimension without a number. */
export const DimensionScores = z.object({
  goalAchievement: points,
  environment: points,
  service: points,
  agent: points,
});
export type DimensionScores = z.infer<typeof DimensionScores>;

/** The dimensions of an AXIS Result without their evidence. */
export function pickDimensions(
  result: Readonly<Record<DimensionId, { readonly score: number | null }>>,
): DimensionScores {
  return {
    goalAchievement: result.goalAchievement.score,
    environment: result.environment.score,
    service: result.service.score,
    agent: result.agent.score,
  };
}

/** One trial as comparisons need it; null where it has no number, or where it is unknown whether it passed. */
export const BaselineTrial = z.object({
  axisScore: points,
  passed: z.boolean().nullable(),
  /** Absent, like the fields below, in baselines of older versions. */
  dimensions: DimensionScores.optional(),
  durationMs: amount.optional(),
  tokens: amount.optional(),
  costUsd: amount.optional(),
});
export type BaselineTrial = z.infer<typeof BaselineTrial>;

export const BaselineEntry = z.object({
  axisScore: score,
  goalAchievement: points,
  environment: points,
  service: points,
  agent: points,
  /** Null if no time is known. */
  durationMs: amount,
  /** Null if the agent reported none. */
  tokens: amount,
  fromReportId: z.string(),
  timestamp: z.string(),
  /** The formula behind the numbers; scores of different formulas are not compared. */
  formula: z.string().optional(),
  /** Every trial; absent in old baselines, whose only number counts as one trial. */
  trials: z.array(BaselineTrial).optional(),
});
export type BaselineEntry = z.infer<typeof BaselineEntry>;

export const Baseline = z.object({
  version: z.string(),
  name: z.string(),
  createdAt: z.string(),
  updatedAt: z.string(),
  fromReportId: z.string(),
  /** By scenario key, then by agent name. */
  results: z.record(z.string(), z.record(z.string(), BaselineEntry)),
  /** The same for the status of every result, also of those without an AXIS Result; absent in old baselines. */
  statuses: z.record(z.string(), z.record(z.string(), RunStatus)).optional(),
  /** What isolated its runs, each kind once; absent in old baselines. */
  sandboxes: z.array(z.string()).optional(),
});
export type Baseline = z.infer<typeof Baseline>;

/** Whether a result passed in the baseline; null if that is unknown, undefined if the baseline does not have it. */
export function findPassedBefore(
  { results, statuses = {} }: Baseline,
  { scenarioKey, agentName }: { readonly scenarioKey: string; readonly agentName: string },
): boolean | null | undefined {
  const status = getOwn(getOwn(statuses, scenarioKey), agentName);
  if (status !== undefined) return toPassed(status);
  const entry = getOwn(getOwn(results, scenarioKey), agentName);
  return entry === undefined ? undefined : derivePassed(entry);
}

/** Own properties only: a scenario may be called "constructor". */
export function getOwn<T>(record: Readonly<Record<string, T>> | undefined, key: string): T | undefined {
  return record !== undefined && Object.hasOwn(record, key) ? record[key] : undefined;
}

/** An old baseline has no statuses: its trials say it, else the goal. */
function derivePassed({ trials = [], goalAchievement }: BaselineEntry): boolean | null {
  const known = trials.flatMap(({ passed }) => passed ?? []);
  if (known.length > 0) return meetsPassRate(known.filter(Boolean).length, known.length, "most");
  return goalAchievement === null ? null : goalAchievement >= defaultPassMark;
}
