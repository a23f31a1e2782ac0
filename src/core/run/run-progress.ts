/** What can be seen of a run while it goes on. */
import type { Entry } from "../entry.ts";
import type { AgentTurn, GateExecution } from "../scenario/gate.ts";
import type { StageFacts } from "./run-facts.ts";

export type RunProgress =
  /** From nothing; said again where a run that the infrastructure failed is tried once more. */
  | { readonly what: "begun" }
  | { readonly what: "turn-begun"; readonly turn: number; readonly repairs: string | null }
  /** Without its secrets, and in the order of the transcript. */
  | { readonly what: "entry"; readonly entry: Entry }
  /** Of all turns together, as far as anybody said. */
  | { readonly what: "cost"; readonly costUsd: number }
  | { readonly what: "turn-ended"; readonly turn: number; readonly status: AgentTurn["status"] }
  /** All that have ended or are to come, as they stand after one has ended. */
  | { readonly what: "stages"; readonly stages: readonly StageFacts[]; readonly gates: readonly GateExecution[] };

export type OnProgress = (progress: RunProgress) => void;
