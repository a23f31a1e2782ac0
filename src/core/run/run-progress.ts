/** What can be observed of a run while it executes. */
import type { Entry } from "../entry.ts";
import type { AgentTurn, GateExecution } from "../scenario/gate.ts";
import type { StageFacts } from "./run-facts.ts";

export type RunProgress =
  /** The run starts from nothing; sent again when a run that the infrastructure failed is retried. */
  | { readonly what: "begun" }
  | { readonly what: "turn-begun"; readonly turn: number; readonly repairs: string | null }
  /** Without its secrets, and in the order of the transcript. */
  | { readonly what: "entry"; readonly entry: Entry }
  /** Of all turns together, as far as it is known. */
  | { readonly what: "cost"; readonly costUsd: number }
  | { readonly what: "turn-ended"; readonly turn: number; readonly status: AgentTurn["status"] }
  /** All stages, ended or still to come, after one of them has ended. */
  | { readonly what: "stages"; readonly stages: readonly StageFacts[]; readonly gates: readonly GateExecution[] };

export type OnProgress = (progress: RunProgress) => void;
