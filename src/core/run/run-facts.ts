/** Everything a scorecard is computed from: how a run ended, its stages, its time and what it used. */
import { z } from "zod";
import type { RunScorecard } from "./run-scorecard.ts";

/** A measured number. Anything else is unknown; a number that makes no sense is left for the axis to reject. */
const reading = z.number().nullable().catch(null);

export const RunOutcome = z.enum(["COMPLETED", "BLOCKED", "FAILED"]);
export type RunOutcome = z.infer<typeof RunOutcome>;

export const RunReason = z.enum([
  "ok",
  "internal",
  "setup-failed",
  "agent-missing",
  "worker-lost",
  "cancelled",
  "agent-failed",
  "time-limit",
  "token-limit",
  "deadline",
  "budget",
  "no-output",
  "gate-exhausted",
  "check-failed",
]);
export type RunReason = z.infer<typeof RunReason>;

/** One step of a run that can pass or fail. */
export const StageFacts = z.object({
  kind: z.enum(["setup", "agent", "gate", "check"]),
  name: z.string(),
  /** Whether it counts in the error rate. */
  counts: z.boolean(),
  executions: z.number().int().nonnegative(),
  /** Null if it was never executed. */
  first_passed: z.boolean().nullable(),
  passed: z.boolean().nullable(),
  repair_loops: z.number().int().nonnegative(),
});
export type StageFacts = z.infer<typeof StageFacts>;

/** Usage of the agent's turns alone: setup, gates and checks are not measured. */
export const ResourceUsage = z.object({
  source: z.enum(["cgroup2", "cgroup1", "proc"]).nullable(),
  /** The highest of all turns. */
  peak_bytes: reading,
  limit_bytes: reading,
  throttled_ms: reading,
  /** The sum of the agent's turns. */
  agent_ms: reading,
});
export type ResourceUsage = z.infer<typeof ResourceUsage>;

export const BaselineScope = z.enum(["workspace", "scenario"]);
export type BaselineScope = z.infer<typeof BaselineScope>;

export const RunFacts = z.object({
  run_id: z.string(),
  /** Null if unknown. */
  outcome: RunOutcome.nullable().catch(null),
  reason: RunReason.nullable().catch(null),
  counted: z.boolean(),
  /** False: the run is never a sample of the latency baseline, as in a contest. */
  feeds_baseline: z.boolean(),
  /** From the start of the agent's first turn to the end of the last stage. */
  wall_ms: reading,
  stages: z.array(StageFacts),
  /** Null if nothing was measured. */
  usage: ResourceUsage.nullable().catch(null),
  baseline_scope: BaselineScope,
  /** `settings.scorecard.weights` of the config the run was planned with; null for none. Validated when the card is computed. */
  weights: z.unknown(),
});
export type RunFacts = z.infer<typeof RunFacts>;

/** The latency baseline: the usual time of earlier runs, which a run's time is compared with. */
export const LatencyBaseline = z.object({
  /** Null if there is no sample. */
  p50_ms: reading,
  samples: reading,
  scope: BaselineScope,
  /** Copied in advance for all participants of a contest. */
  frozen: z.boolean(),
  /** Newest first. */
  run_ids: z.array(z.string()),
});
export type LatencyBaseline = z.infer<typeof LatencyBaseline>;

/** Computes the card. Pure, and never throws; without a readable latency baseline, the latency axis says so. */
export type ScoreRun = (facts: RunFacts, baseline: LatencyBaseline | null, weights: unknown) => RunScorecard;
