/** The documents one `axis run` writes: the manifest and the detail of each run. */
import { z } from "zod";
import { Action } from "./action.ts";
import { AgentConfig } from "./agent-config.ts";
import { AgentStatistics, ChanceByK } from "./agent-statistics.ts";
import { AxisResult } from "./axis-result.ts";
import { DimensionScores } from "./baseline.ts";
import { BudgetDocument } from "./budget.ts";
import { AppliedCalibration } from "./calibration.ts";
import { Check, VerifiedCheck } from "./check.ts";
import { Comparison } from "./comparison.ts";
import { Entry } from "./entry.ts";
import { Interaction, RunStats } from "./interaction.ts";
import { Limits } from "./limits.ts";
import { McpServers } from "./mcp-server.ts";
import { AgentTurn, GateExecution } from "./gate.ts";
import { RunFacts } from "./run-facts.ts";
import { RunPatch } from "./run-patch.ts";
import { RunScorecard, ShortCard } from "./run-scorecard.ts";
import { FailureCode, Outcome, OutcomeClass } from "./outcome.ts";
import { ScriptMark } from "./rehearsal.ts";
import { RunMetric } from "./run-metric.ts";
import { TokenUsage } from "./token-usage.ts";
import { Weights } from "./weights.ts";

/** Version of the report's schema. */
export const reportVersion = "1";

export const Artifact = z.object({
  /** Path in the workspace. */
  path: z.string(),
  size: z.number(),
  mimeType: z.string(),
  /** Relative to the report folder; absent when skipped. */
  file: z.string().optional(),
  /** Why it was not copied. */
  skipped: z.string().optional(),
});
export type Artifact = z.infer<typeof Artifact>;

export const ResolvedConfig = z.object({
  limits: Limits,
  skills: z.array(z.string()),
  mcpServers: McpServers,
  setup: z.array(Action),
  teardown: z.array(Action),
  artifacts: z.array(z.string()),
  sandbox: z.object({ kind: z.string(), memory_mb: z.number().optional(), cpu_percent: z.number().optional() }),
  /** Names of the gates, in order. */
  gates: z.array(z.string()).optional(),
  protectedPaths: z.array(z.string()).optional(),
  /** Names of the variables the agent was given, never values. */
  environment: z.array(z.string()).optional(),
  /** The npm package the agent's program was fetched from, where it was not on this machine. */
  fetched: z.object({ package: z.string(), version: z.string().nullable() }).optional(),
  /** Where the login lies that was lent to the agent for lack of a key. */
  login: z.string().optional(),
});
export type ResolvedConfig = z.infer<typeof ResolvedConfig>;

/** An attempt that failed through no fault of the agent, and was made again. */
export const EarlierAttempt = z.object({
  runId: z.string(),
  /** Its detail file, relative to the report folder. */
  file: z.string(),
  code: FailureCode,
  error: z.string(),
  /** Before the next attempt. */
  waitedMs: z.number().int().nonnegative(),
});
export type EarlierAttempt = z.infer<typeof EarlierAttempt>;

/** One run, without its transcript. */
const runFields = {
  runId: z.string(),
  scenarioKey: z.string(),
  scenarioName: z.string(),
  /** Where the scenario is written, relative to the project. */
  scenarioFile: z.string().optional(),
  agentName: z.string(),
  /** Null where a transcript without times was scored. */
  durationMs: z.number().nullable(),
  exitCode: z.number().int().nullable(),
  failed: z.boolean(),
  outcome: Outcome,
  outcomeClass: OutcomeClass,
  error: z.string().optional(),
  /** Why the ending looks like the agent's own doing, as when it killed its harness. */
  suspect: z.string().optional(),
  /** Processes that outlived the agent and were ended. */
  orphans: z.number().int().optional(),
  tokenUsage: TokenUsage.optional(),
  totalCostUsd: z.number().optional(),
  /** "prices": the program said no cost, so its tokens were priced by the table. */
  costFrom: z.enum(["agent", "prices"]).optional(),
  /** What its judges spent, apart from the agent; null where a price is not known. Absent: they spend nothing. */
  judgeCostUsd: z.number().nullable().optional(),
  judgeTokenUsage: TokenUsage.optional(),
  /** Absent with --no-score. */
  score: AxisResult.optional(),
  /** Computed from what AXIS itself saw; absent for what never started, and in reports of before there were any. */
  scorecard: RunScorecard.optional(),
  /** What the metrics of the scenario said; absent where there are none. */
  metrics: z.array(RunMetric).optional(),
  /** Detail file, relative to the report folder. */
  file: z.string(),
  prompt: z.string(),
  /** Null where a transcript was scored without a rubric. */
  judge: z.union([z.string(), z.array(Check)]).nullable(),
  agentConfig: AgentConfig,
  resolvedConfig: ResolvedConfig,
  artifacts: z.array(Artifact).optional(),
  /** What the agent changed in its workspace; absent where it was never started, and in reports of before there was any. */
  patch: RunPatch.optional(),
  setupOutput: z.string().optional(),
  teardownOutput: z.string().optional(),
  teardownError: z.string().optional(),
  /** What was tried before this run, where the infrastructure failed. */
  earlierAttempts: z.array(EarlierAttempt).optional(),
  /** Notes of AXIS about this run: usage that could not be believed, lines that were cut. */
  warnings: z.array(z.string()).optional(),
};

export const TrialSummary = z.object({
  trial: z.number().int(),
  runId: z.string(),
  failed: z.boolean(),
  outcomeClass: OutcomeClass,
  axisScore: z.number().nullable(),
  /** Completed, every verified check in full, the goal at the pass mark; null where that cannot be told. */
  passed: z.boolean().nullable().optional(),
  durationMs: z.number().nullable(),
  dimensions: DimensionScores.optional(),
  tokens: z.number().nullable().optional(),
  costUsd: z.number().nullable().optional(),
  /** With --judge-samples: the goal score by each answer of the judge alone. */
  goals: z.array(z.number()).optional(),
  /** Absent where the run has none. */
  scorecard: ShortCard.optional(),
  file: z.string(),
});
export type TrialSummary = z.infer<typeof TrialSummary>;

/** One per pair; with several trials the fields are those of the representative run. */
export const PairResult = z.object({
  ...runFields,
  trials: z.array(TrialSummary).optional(),
  /** With --until decided: what the passes said, after how many trials, with an interval that holds at every look. */
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
      /** Trials that passed; null where it cannot be told of any. */
      passes: z.number().int().nullable().optional(),
      /** Some passed, some did not. */
      flaky: z.boolean().optional(),
      passAtK: ChanceByK.optional(),
      passHatK: ChanceByK.optional(),
    })
    .optional(),
});
export type PairResult = z.infer<typeof PairResult>;

/** One cell's result: what the report needs of a run. */
export type CellResult = Omit<PairResult, "trials" | "spread" | "stoppedAt"> & { readonly trial: number };

/** A run in full. */
export const RunDetail = z.object({
  ...runFields,
  trial: z.number().int().positive(),
  attempt: z.number().int().positive().optional(),
  /** Teardown and artifacts are done; a run that was only recorded may still lack them. */
  closed: z.boolean().optional(),
  /** What the scorecard is computed from, and when it was. */
  facts: RunFacts.optional(),
  scoredAt: z.string().optional(),
  /** Every time a gate was run, in order. */
  gates: z.array(GateExecution).optional(),
  /** The agent's turns, where there was more than one. */
  turns: z.array(AgentTurn).optional(),
  /** Files that are not as they were before the agent; absent where nobody looked. */
  changedFiles: z.number().int().nonnegative().optional(),
  /** What became of the verified checks; kept so that a run can be scored again without its workspace. */
  checks: z.array(VerifiedCheck),
  output: z.object({
    transcript: z.array(Entry),
    result: z.string().nullable(),
    metadata: z.object({
      startTime: z.string(),
      endTime: z.string(),
      durationMs: z.number().nullable(),
      exitCode: z.number().int().nullable(),
      tokenUsage: TokenUsage.optional(),
      totalCostUsd: z.number().optional(),
      sessionId: z.string().optional(),
      error: z.string().optional(),
    }),
  }),
  interactions: z.array(Interaction),
  stats: RunStats,
  skillsInstalled: z.array(z.object({ name: z.string(), path: z.string(), commit: z.string().optional() })),
  judgeReplies: z
    .array(z.object({ question: z.string(), attempt: z.number().int(), problem: z.string(), raw: z.string() }))
    .optional(),
});
export type RunDetail = z.infer<typeof RunDetail>;

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
  durationMs: z.number(),
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
  /** One per agent; absent with --no-score. */
  statistics: z.array(AgentStatistics).optional(),
  comparison: Comparison.optional(),
});
export type Report = z.infer<typeof Report>;
export type Scoring = NonNullable<Report["scoring"]>;
