/** The result of a scenario × agent in a report: its trials folded, with the fields of the representative one. */
import { z } from "zod";
import { ChanceByK } from "./agent-statistics.ts";
import { DimensionScores } from "./baseline.ts";
import { OutcomeClass } from "../outcome.ts";
import { ShortCard } from "../run/run-scorecard.ts";
import { recordedRun } from "./recorded-run.ts";
import { RunStatus } from "./run-status.ts";

const TrialSummary = z.object({
  trial: z.number().int(),
  runId: z.string(),
  failed: z.boolean(),
  outcomeClass: OutcomeClass,
  status: RunStatus,
  /** Why it did not pass, in a sentence; it may quote a check, a judge or an agent. Absent if it passed. */
  why: z.string().optional(),
  axisScore: z.number().nullable(),
  /** Completed, every verified check passed in full, the goal at the pass mark; null if that is unknown. */
  passed: z.boolean().nullable().optional(),
  durationMs: z.number().nullable(),
  dimensions: DimensionScores.optional(),
  tokens: z.number().nullable().optional(),
  costUsd: z.number().nullable().optional(),
  /** With --judge-samples: the goal score of each answer of the judge. */
  goals: z.array(z.number()).optional(),
  /** Absent if the run has none. */
  scorecard: ShortCard.optional(),
  file: z.string(),
});

const average = z.number().nullable();

/** Means over the counted trials that have a number; null if none has. */
export const ResultMeans = z.object({
  axisScore: average,
  goalAchievement: average,
  environment: average,
  service: average,
  agent: average,
  durationMs: average,
  tokens: average,
  costUsd: average,
});
export type ResultMeans = z.infer<typeof ResultMeans>;

/** One per scenario × agent; with several trials the fields of `recordedRun` are those of the representative run. */
export const PairResult = z.object({
  ...recordedRun,
  /** Passed if enough of its counted trials passed. */
  status: RunStatus,
  /** Why it did not pass, from its trials. */
  why: z.string().optional(),
  /** The numbers to show for this result. */
  means: ResultMeans,
  trials: z.array(TrialSummary).optional(),
  /** With --until decided: what the passes showed, after how many trials, with an interval that holds at every look. */
  stoppedAt: z
    .object({
      trials: z.number().int(),
      decision: z.enum(["good", "bad"]),
      passRate: z.object({ lower: z.number(), upper: z.number() }).nullable(),
    })
    .optional(),
  spread: z
    .object({
      n: z.number().int(),
      mean: z.number(),
      min: z.number(),
      max: z.number(),
      stdev: z.number().nullable(),
      /** 95 % interval of the mean, in points. */
      interval: z.object({ lower: z.number(), upper: z.number() }).nullable().optional(),
      /** Trials that passed; null if that is unknown for every trial. */
      passes: z.number().int().nullable().optional(),
      /** Some passed, some did not. */
      flaky: z.boolean().optional(),
      passAtK: ChanceByK.optional(),
      passHatK: ChanceByK.optional(),
    })
    .optional(),
});
export type PairResult = z.infer<typeof PairResult>;

/** A result as older versions stored it: without a status and without means. */
export const StoredPairResult = PairResult.partial({ status: true, means: true }).extend({
  trials: z.array(TrialSummary.partial({ status: true })).optional(),
});
export type StoredPairResult = z.infer<typeof StoredPairResult>;

/** Lists the detail files of all trials that have one. */
export function listDetailFiles({ file, trials }: PairResult): string[] {
  return (trials?.map((trial) => trial.file) ?? [file]).filter((path) => path !== "");
}

/** The result of one cell: what the report needs from a run. */
export type CellResult = Omit<PairResult, "status" | "why" | "means" | "trials" | "spread" | "stoppedAt"> & {
  readonly trial: number;
  /** Both are absent until the run is scored. */
  readonly status?: RunStatus;
  readonly why?: string;
};
