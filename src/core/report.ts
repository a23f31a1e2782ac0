/** The manifest that one `axis run` writes: every result, and their summary. */
import { z } from "zod";
import { AgentStatistics } from "./report/agent-statistics.ts";
import { BudgetDocument } from "./report/budget.ts";
import { AppliedCalibration } from "./report/calibration.ts";
import { Comparison, StoredComparison } from "./report/comparison.ts";
import { Competition } from "./report/competition.ts";
import { OutcomeClass } from "./outcome.ts";
import { ScriptMark } from "./plan/rehearsal.ts";
import { MergedShards, Shard } from "./plan/shard.ts";
import { ProviderRate } from "./report/provider-rate.ts";
import { ReportGate, ReportVerdict } from "./report/gate.ts";
import { Fix, FixSummary } from "./report/fix.ts";
import { PairResult, StoredPairResult } from "./report/pair-result.ts";
import { Revision } from "./report/revision.ts";
import { StatusCounts } from "./report/run-status.ts";
import { Standings } from "./report/standings.ts";
import { TokenUsage } from "./model/token-usage.ts";
import { Weights } from "./score/weights.ts";

/** Version of the report's schema. */
export const reportVersion = "1";

export const Summary = z.object({
  /** Number of planned results. */
  total: z.number().int(),
  completed: z.number().int(),
  failed: z.number().int(),
  failedInfrastructure: z.number().int(),
  /** Runs, not results; they add up to the planned runs. */
  classes: z.record(OutcomeClass, z.number().int()),
  /** How many runs and how many results have each status; planned ones that never started are "not run". */
  statuses: z.object({ runs: StatusCounts, results: StatusCounts }),
  unscored: z.number().int(),
  /** Number of scenarios with skip. */
  skipped: z.number().int(),
  /** Rounded mean over the results that have a number; each result counts with the mean of its trials. */
  averageAxisScore: z.number().nullable(),
  /** How many results that mean covers. */
  averagedOver: z.number().int(),
  /** What the judges of all runs spent, apart from the agents. Absent if no judge spends anything. */
  judging: z.object({ costUsd: z.number().nullable(), tokenUsage: TokenUsage.optional() }).optional(),
});
export type Summary = z.infer<typeof Summary>;

const signals = z.object({
  success: z.number(),
  speed: z.number(),
  weight: z.number(),
  relevance: z.number(),
  necessity: z.number(),
});
const perCategory = <T extends z.ZodType>(value: T) => z.object({ environment: value, service: value, agent: value });

export const Report = z.object({
  version: z.string(),
  reportId: z.string(),
  name: z.string().optional(),
  timestamp: z.string(),
  /** Over all invocations; null if one of them was killed, because its duration is then unknown. */
  durationMs: z.number().nullable(),
  state: z.enum(["running", "complete", "aborted"]),
  /** Seed of everything random in this report. */
  seed: z.string().optional(),
  rescoredFrom: z.string().optional(),
  /** With --shard: the results are this part of a plan. */
  shard: Shard.optional(),
  /** Only in the report of `axis reports merge`. */
  shards: MergedShards.optional(),
  /** The commit of the project; absent without git, and in older reports. */
  revision: Revision.optional(),
  /** A rehearsal: a script answered instead of models, so its numbers measure no agent. */
  scripted: z.literal(true).optional(),
  script: ScriptMark.optional(),
  /** Broken scenario files that --skip-broken left out. */
  leftOut: z.array(z.string()).optional(),
  summary: Summary,
  scoring: z
    .object({
      weights: Weights,
      calibration: z.object({ median: z.number(), sigma: z.number() }),
      speedThresholdsMs: perCategory(z.array(z.number())),
      signalWeights: perCategory(signals),
      /** The goal score at which a run passes. */
      passMark: z.number().optional(),
    })
    .optional(),
  results: z.array(PairResult),
  /** Absent if no calibration of a judge was found. */
  calibration: AppliedCalibration.optional(),
  /** Absent if the run had no budget. */
  budget: BudgetDocument.optional(),
  /** Absent if no provider rejected a run because of its rate limit. */
  pace: z.array(ProviderRate).optional(),
  /** One per agent; absent with --no-score. */
  statistics: z.array(AgentStatistics).optional(),
  /** How sure the numbers are; absent in older, running and unscored reports. */
  standings: Standings.optional(),
  comparison: Comparison.optional(),
  /** Only in the report of `axis compete`. */
  competition: Competition.optional(),
  /** What the results must reach; absent in older reports, to which the default gate applies. */
  gate: ReportGate.optional(),
  /** What to fix, the most expensive first; absent in older and in unscored reports. */
  fixes: z.array(Fix).optional(),
  fixSummary: FixSummary.optional(),
  /** The verdict when the report was finished; absent in older and in unfinished reports. */
  verdict: ReportVerdict.optional(),
});
export type Report = z.infer<typeof Report>;
export type Scoring = NonNullable<Report["scoring"]>;

/** A report as older versions stored it. */
export const StoredReport = Report.extend({
  summary: Summary.partial({ statuses: true }),
  results: z.array(StoredPairResult),
  comparison: StoredComparison.optional(),
});
export type StoredReport = z.infer<typeof StoredReport>;
