/** The rows of runs, and of the competitions some of them belong to. */
import type { ColumnType, Generated } from "kysely";
import type { Competition } from "../../../../core/report/competition.ts";
import type { RunStatus } from "../../../../core/report/run-status.ts";
import type { RunFacts } from "../../../../core/run/run-facts.ts";
import type { JsonColumn, TimeColumn, Optional, OptionalBytes, OptionalJson, OptionalTimeColumn } from "./columns.ts";

export interface CompetitionTable {
  id: string;
  workspace_id: string;
  status: "running" | "finished" | "interrupted" | "cancelled";
  scenarios: JsonColumn<readonly string[]>;
  agents: JsonColumn<readonly string[]>;
  base_commit: string;
  base_ref: string;
  rank: string;
  trials: number;
  concurrency: number;
  planned_runs: number;
  report_id: Optional<string>;
  /** The competition of its report; null until there is one. */
  result: OptionalJson<Competition>;
  /** The runs whose work it proposes. */
  proposed_runs: Generated<readonly string[]>;
  /** The usual times when it started, by scope key. */
  baselines: ColumnType<Readonly<Record<string, unknown>>, string | undefined, string>;
  created_at: TimeColumn;
  finished_at: OptionalTimeColumn;
}

export interface RunTable {
  id: string;
  workspace_id: string;
  scenario_key: string;
  scenario_hash: string;
  agent: string;
  model: Optional<string>;
  trial: Generated<number>;
  priority: Generated<number>;
  report_id: Optional<string>;
  bundle_sha256: OptionalBytes;
  trace_context: Optional<string>;
  competition_id: Optional<string>;
  status: Generated<"queued" | "running" | "finished" | "cancelled">;
  outcome: Optional<"COMPLETED" | "BLOCKED" | "FAILED">;
  reason: Optional<string>;
  counted: Generated<boolean>;
  feeds_baseline: Generated<boolean>;
  attempt: Generated<number>;
  worker_id: Optional<string>;
  token_id: Optional<string>;
  cancel_requested_at: OptionalTimeColumn;
  queued_at: TimeColumn;
  started_at: OptionalTimeColumn;
  finished_at: OptionalTimeColumn;
  wall_ms: Optional<number>;
  cost_micros: Optional<number>;
  lost_cost_micros: Generated<number>;
  tokens: OptionalJson<Record<string, unknown>>;
  repair_loops: Generated<number>;
  changed_files: Optional<number>;
  axis_result: Optional<number>;
  result_doc: OptionalJson<unknown>;
  /** What the judges of a run from a report said; null if `result_doc` has it. */
  judged: OptionalJson<unknown>;
  facts: OptionalJson<RunFacts>;
  /** When retention deleted the transcript, logs and artifacts; null while they exist. */
  files_removed_at: OptionalTimeColumn;
  /** How often in a row its process died; counted by the queue of an embedded store. */
  losses: Generated<number>;
  transcript_start: Generated<number>;
  /** What the run was for its agent; null while it is open, and if an older version did not store enough. */
  run_status: Optional<RunStatus>;
  /** Why it did not pass, in a sentence that may quote a check or an agent; null if it passed, and while it is open. */
  why: Optional<string>;
  /** The four dimensions of its AXIS Result, each null if it has no number. `agent` is taken by the name. */
  goal: Optional<number>;
  environment: Optional<number>;
  service: Optional<number>;
  agent_points: Optional<number>;
}
