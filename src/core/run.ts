/** One cell, carried out: what happened, before anything is judged. */
import type { VerifiedCheck } from "./scenario/check.ts";
import type { Entry } from "./entry.ts";
import type { AgentTurn, GateExecution } from "./scenario/gate.ts";
import type { Outcome } from "./outcome.ts";
import type { RunFacts } from "./run/run-facts.ts";
import type { RunPatch } from "./run-patch.ts";
import type { RunSlot } from "./store.ts";
import type { TokenUsage } from "./model/token-usage.ts";

export interface Run {
  readonly runId: string;
  readonly slot: RunSlot;
  readonly startTime: string;
  readonly endTime: string;
  /** Of the agent alone: setup, scoring and teardown are not part of it. */
  readonly durationMs: number;
  readonly outcome: Outcome;
  readonly exitCode: number | null;
  /** Why the ending looks like the agent's own doing. */
  readonly suspect?: string;
  readonly orphans: number;
  readonly tokenUsage?: TokenUsage;
  readonly totalCostUsd?: number;
  /** Who says so: the program, or the table of prices. */
  readonly costFrom?: "agent" | "prices";
  readonly sessionId?: string;
  readonly transcript: readonly Entry[];
  readonly verified: readonly VerifiedCheck[];
  readonly setupOutput?: string;
  readonly skillsInstalled: readonly { readonly name: string; readonly path: string; readonly commit?: string }[];
  /** Names of the variables the agent was given. */
  readonly environment: readonly string[];
  /** The npm package its program was fetched from, where it was not on this machine. */
  readonly fetched?: { readonly package: string; readonly version: string | null };
  /** Where the login lies that was lent to it for lack of a key. */
  readonly login?: string;
  readonly warnings: readonly string[];
  /** What its scorecard is computed from. */
  readonly facts: RunFacts;
  /** Every time a gate was run; absent where none was. */
  readonly gates?: readonly GateExecution[];
  /** How the agent was driven, where it took more than one turn. */
  readonly turns?: readonly AgentTurn[];
  /** Files that are not as they were before the agent; absent where nobody looked. */
  readonly changedFiles?: number;
  /** What the agent changed; absent where it was never started. */
  readonly patch?: RunPatch;
}
