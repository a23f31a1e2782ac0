/** What documents say of a run, whichever of them it is: the shape that pairs and details share. */
import { z } from "zod";
import { RunPatch } from "../run-patch.ts";
import { AgentConfig } from "../agent/agent-config.ts";
import { AxisResult } from "../score/axis-result.ts";
import { Check } from "../scenario/check.ts";
import { Outcome, OutcomeClass } from "../outcome.ts";
import { RunMetric } from "../run/run-metric.ts";
import { RunScorecard } from "../run/run-scorecard.ts";
import { TokenUsage } from "../model/token-usage.ts";
import { Artifact } from "./artifact.ts";
import { EarlierAttempt } from "./earlier-attempt.ts";
import { ResolvedConfig } from "./resolved-config.ts";

/** One run, without its transcript. */
export const recordedRun = {
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
