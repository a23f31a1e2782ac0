/** The fields that every document about a run contains: results and details share them. */
import { z } from "zod";
import { RunPatch } from "../run-patch.ts";
import { AgentConfig } from "../agent/agent-config.ts";
import { AxisResult } from "../score/axis-result.ts";
import { Check } from "../scenario/check.ts";
import { Outcome, OutcomeClass } from "../outcome.ts";
import { RunMetric } from "../run/run-metric.ts";
import { RunScorecard } from "../run/run-scorecard.ts";
import { RunSandbox } from "../run/run-sandbox.ts";
import { TamperedFile } from "../run/tampered-file.ts";
import { TokenUsage } from "../model/token-usage.ts";
import { Artifact } from "./artifact.ts";
import { EarlierAttempt } from "./earlier-attempt.ts";
import { ResolvedConfig } from "./resolved-config.ts";

/** One run, without its transcript. */
export const recordedRun = {
  runId: z.string(),
  scenarioKey: z.string(),
  scenarioName: z.string(),
  /** Where the scenario is defined, relative to the project. */
  scenarioFile: z.string().optional(),
  agentName: z.string(),
  /** Null if a transcript without times was scored. */
  durationMs: z.number().nullable(),
  exitCode: z.number().int().nullable(),
  failed: z.boolean(),
  outcome: Outcome,
  outcomeClass: OutcomeClass,
  error: z.string().optional(),
  /** Why it looks as if the agent itself caused the ending, for example by killing its harness. */
  suspect: z.string().optional(),
  /** Processes that outlived the agent and were ended. */
  orphans: z.number().int().optional(),
  /** Protected files, and files of checks, that the agent altered. Such a run has failed. */
  tampered: z.array(TamperedFile).optional(),
  tokenUsage: TokenUsage.optional(),
  totalCostUsd: z.number().optional(),
  /** "gateway": AXIS saw every answer. "prices": the program reported no cost, so its tokens were priced by the table. */
  costFrom: z.enum(["agent", "prices", "gateway"]).optional(),
  /** What its judges spent, apart from the agent; null if a price is unknown. Absent: they spend nothing. */
  judgeCostUsd: z.number().nullable().optional(),
  judgeTokenUsage: TokenUsage.optional(),
  /** Absent with --no-score. */
  score: AxisResult.optional(),
  /** Computed from what AXIS itself observed; absent for runs that never started, and in older reports. */
  scorecard: RunScorecard.optional(),
  /** Results of the scenario's metrics; absent if there are none. */
  metrics: z.array(RunMetric).optional(),
  /** Detail file, relative to the report folder. */
  file: z.string(),
  prompt: z.string(),
  /** Null if a transcript was scored without a rubric. */
  judge: z.union([z.string(), z.array(Check)]).nullable(),
  agentConfig: AgentConfig,
  resolvedConfig: ResolvedConfig,
  /** What isolated it; absent if it never started, and in older reports. */
  sandbox: RunSandbox.optional(),
  artifacts: z.array(Artifact).optional(),
  /** What the agent changed in its workspace; absent if it never started, and in older reports. */
  patch: RunPatch.optional(),
  setupOutput: z.string().optional(),
  teardownOutput: z.string().optional(),
  teardownError: z.string().optional(),
  /** Earlier attempts at this run that the infrastructure failed. */
  earlierAttempts: z.array(EarlierAttempt).optional(),
  /** Notes of AXIS about this run: implausible usage, lines that were cut. */
  warnings: z.array(z.string()).optional(),
};
