/** One executed cell: what happened, before anything is judged. */
import type { VerifiedCheck } from "./scenario/check.ts";
import type { Entry } from "./entry.ts";
import type { AgentTurn, GateExecution } from "./scenario/gate.ts";
import type { Outcome } from "./outcome.ts";
import type { Connection } from "./run/connections.ts";
import type { RunSandbox } from "./run/run-sandbox.ts";
import type { RunFacts } from "./run/run-facts.ts";
import type { RunPatch } from "./run-patch.ts";
import type { TamperedFile } from "./run/tampered-file.ts";
import type { RunSlot } from "./store.ts";
import type { ModelCalls } from "./model/model-call.ts";
import type { TokenUsage } from "./model/token-usage.ts";

/** The id of a run, and the attempt at a cell that it is. */
export interface RunIdentity {
  readonly runId: string;
  readonly slot: RunSlot;
}

/** What the turns of an agent amount to; the rest of a run is added around it. */
export interface DrivenRun {
  readonly startTime: string;
  readonly endTime: string;
  /** Duration of the agent alone: setup, scoring and teardown are not included. */
  readonly durationMs: number;
  readonly outcome: Outcome;
  readonly exitCode: number | null;
  /** Why it looks as if the agent itself caused the ending. */
  readonly suspect?: string;
  readonly orphans: number;
  readonly tokenUsage?: TokenUsage;
  readonly totalCostUsd?: number;
  readonly sessionId?: string;
  readonly transcript: readonly Entry[];
  readonly warnings: readonly string[];
  /** How the agent was driven, if it took more than one turn. */
  readonly turns?: readonly AgentTurn[];
}

export interface Run extends RunIdentity, DrivenRun {
  /** Who reported the cost: the program, the price table, or the gateway. */
  readonly costFrom?: "agent" | "prices" | "gateway";
  /** What the gateway saw; absent if there was none, or no request. */
  readonly modelCalls?: ModelCalls;
  readonly verified: readonly VerifiedCheck[];
  readonly setupOutput?: string;
  readonly skillsInstalled: readonly { readonly name: string; readonly path: string; readonly commit?: string }[];
  /** Names of the variables given to the agent. */
  readonly environment: readonly string[];
  /** The npm package that its program was fetched from, if it was not on this machine. */
  readonly fetched?: { readonly package: string; readonly version: string | null };
  /** Where the login is stored that was lent to it because a key was missing. */
  readonly login?: string;
  /** What isolated it; absent if it never started. */
  readonly sandbox?: RunSandbox;
  /** What was reached or refused through the sandbox's proxy; absent without one. */
  readonly connections?: readonly Connection[];
  /** The facts that its scorecard is computed from. */
  readonly facts: RunFacts;
  /** Every execution of a gate; absent if there was none. */
  readonly gates?: readonly GateExecution[];
  /** Files that differ from before the agent ran; absent if they were not compared. */
  readonly changedFiles?: number;
  /** What the agent changed; absent if it never started. */
  readonly patch?: RunPatch;
  /** Protected files, and files of checks, that the agent altered; absent if there are none. Such a run has failed. */
  readonly tampered?: readonly TamperedFile[];
}
