/** The detail of a run: everything known about it, in its own file. */
import { z } from "zod";
import { VerifiedCheck } from "../scenario/check.ts";
import { Entry } from "../entry.ts";
import { AgentTurn, GateExecution } from "../scenario/gate.ts";
import { Interaction, RunStats } from "../interaction.ts";
import { Connection, mostConnections } from "../run/connections.ts";
import { RunFacts } from "../run/run-facts.ts";
import { TokenUsage } from "../model/token-usage.ts";
import { recordedRun } from "./recorded-run.ts";
import { RunStatus } from "./run-status.ts";

/** A run in full. */
export const RunDetail = z.object({
  ...recordedRun,
  trial: z.number().int().positive(),
  /** Absent in runs of older versions, and before the run was scored. */
  status: RunStatus.optional(),
  /** Why it did not pass, in a sentence; absent if it passed. */
  why: z.string().optional(),
  attempt: z.number().int().positive().optional(),
  /** Whether teardown and artifacts are done; a run that was only recorded may still lack them. */
  closed: z.boolean().optional(),
  /** What the scorecard was computed from, and when. */
  facts: RunFacts.optional(),
  scoredAt: z.string().optional(),
  /** Every execution of a gate, in order. */
  gates: z.array(GateExecution).optional(),
  /** The agent's turns, if there was more than one. */
  turns: z.array(AgentTurn).optional(),
  /** Files that differ from before the agent ran; absent if they were not compared. */
  changedFiles: z.number().int().nonnegative().optional(),
  /** Results of the verified checks, kept so that a run can be scored again without its workspace. */
  checks: z.array(VerifiedCheck),
  output: z.object({
    transcript: z.array(Entry),
    result: z.string().nullable(),
    metadata: z.object({
      /** Null if a transcript without times was scored. */
      startTime: z.string().nullable(),
      endTime: z.string().nullable(),
      durationMs: z.number().nullable(),
      exitCode: z.number().int().nullable(),
      tokenUsage: TokenUsage.optional(),
      totalCostUsd: z.number().optional(),
      sessionId: z.string().optional(),
      error: z.string().optional(),
    }),
  }),
  interactions: z.array(Interaction),
  /** What the run reached or was refused through the sandbox's proxy; absent without one. */
  connections: z.array(Connection).max(2 * mostConnections).optional(),
  stats: RunStats,
  skillsInstalled: z.array(z.object({ name: z.string(), path: z.string(), commit: z.string().optional() })),
  judgeReplies: z
    .array(z.object({ question: z.string(), attempt: z.number().int(), problem: z.string(), raw: z.string() }))
    .optional(),
});
export type RunDetail = z.infer<typeof RunDetail>;
