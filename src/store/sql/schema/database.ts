/** The tables as kysely sees them; the migrations are their definition. */
import type { Kysely } from "kysely";
import type { IdempotencyTable, TokenTable, WorkspaceTable } from "./tables/access.ts";
import type { BlobPartTable, BlobTable, DocumentTable, RunFileTable } from "./tables/files.ts";
import type { GateResultTable, RunEventTable, StageTable } from "./tables/run-history.ts";
import type { CompetitionTable, RunTable } from "./tables/runs.ts";
import type { LabelTable } from "./tables/labels.ts";
import type { LatencyBaselineTable, SampleTable, ScoreTable } from "./tables/scores.ts";
import type { AgentLimitTable, WorkerTable } from "./tables/workers.ts";
import type { TimeColumn } from "./tables/columns.ts";

interface MigrationTable {
  version: number;
  name: string;
  sha256: string;
  applied_at: TimeColumn;
}

export interface Tables {
  workspaces: WorkspaceTable;
  competitions: CompetitionTable;
  runs: RunTable;
  run_stages: StageTable;
  gate_results: GateResultTable;
  agent_run_scores: ScoreTable;
  latency_samples: SampleTable;
  latency_baselines: LatencyBaselineTable;
  labels: LabelTable;
  api_tokens: TokenTable;
  idempotency_keys: IdempotencyTable;
  blobs: BlobTable;
  blob_parts: BlobPartTable;
  run_files: RunFileTable;
  documents: DocumentTable;
  run_events: RunEventTable;
  workers: WorkerTable;
  agent_limits: AgentLimitTable;
  schema_migrations: MigrationTable;
}

/** The database, or a transaction in it: every query of the store takes one. */
export type Database = Kysely<Tables>;
