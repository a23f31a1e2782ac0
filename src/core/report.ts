/** The manifest one `axis run` writes: every pair with its result, and what they come to. */
import { z } from "zod";
import { AgentStatistics } from "./report/agent-statistics.ts";
import { BudgetDocument } from "./report/budget.ts";
import { AppliedCalibration } from "./report/calibration.ts";
import { Comparison } from "./report/comparison.ts";
import { OutcomeClass } from "./outcome.ts";
import { ScriptMark } from "./plan/rehearsal.ts";
import { Pace } from "./report/pace.ts";
import { PairResult } from "./report/pair-result.ts";
import { TokenUsage } from "./model/token-usage.ts";
import { Weights } from "./score/weights.ts";

/** Version of the report's schema. */
export const reportVersion = "1";

export const Summary = z.object({
  /** Pairs planned. */
  total: z.number().int(),
  completed: z.number().int(),
  failed: z.number().int(),
  failedInfrastructure: z.number().int(),
  /** Cells, not pairs; they sum to the cells planned. */
  classes: z.record(OutcomeClass, z.number().int()),
  unscored: z.number().int(),
  /** Scenarios with skip. */
  skipped: z.number().int(),
  /** Rounded mean over the pairs with a number. */
  averageAxisScore: z.number().nullable(),
  /** How many pairs that mean is taken over. */
  averagedOver: z.number().int(),
  /** What the judges of all runs spent, apart from the agents. Absent where no judge spends anything. */
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
  /** Over all invocations; null where one of them was killed, so that nobody knows how long it took. */
  durationMs: z.number().nullable(),
  state: z.enum(["running", "complete", "aborted"]),
  /** Of whatever is drawn at random about this report. */
  seed: z.string().optional(),
  rescoredFrom: z.string().optional(),
  /** A rehearsal: a script answered in place of models, so its numbers measure no agent. */
  scripted: z.literal(true).optional(),
  script: ScriptMark.optional(),
  summary: Summary,
  scoring: z
    .object({
      weights: Weights,
      calibration: z.object({ median: z.number(), sigma: z.number() }),
      speedThresholdsMs: perCategory(z.array(z.number())),
      signalWeights: perCategory(signals),
      /** The goal score from which on a run passed. */
      passMark: z.number().optional(),
    })
    .optional(),
  results: z.array(PairResult),
  /** Absent where no calibration of a judge was found. */
  calibration: AppliedCalibration.optional(),
  /** Absent where the run had no budget. */
  budget: BudgetDocument.optional(),
  /** Absent where no provider refused a run for its rate. */
  pace: z.array(Pace).optional(),
  /** One per agent; absent with --no-score. */
  statistics: z.array(AgentStatistics).optional(),
  comparison: Comparison.optional(),
});
export type Report = z.infer<typeof Report>;
export type Scoring = NonNullable<Report["scoring"]>;
