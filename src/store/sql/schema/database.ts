/** The tables as kysely sees them; the migrations are their definition. */
import type { ColumnType, Generated, Kysely } from "kysely";
import type { RunFacts } from "../../../core/run-facts.ts";
import type {
  CardAxes,
  CardAxis,
  CardTier,
  CardWeights,
  DefaultedWhy,
  WeightsSource,
} from "../../../core/run-scorecard.ts";

/** JSON goes in as text, because drivers write lists in ways of their own. */
type JsonColumn<T> = ColumnType<T, string, string>;
type OptionalJson<T> = ColumnType<T | null, string | null | undefined, string | null>;
type Moment = ColumnType<Date, Date | string | undefined, Date | string>;
type OptionalMoment = ColumnType<Date | null, Date | string | null | undefined, Date | string | null>;
type Bytes = ColumnType<Uint8Array, Uint8Array, Uint8Array>;
type OptionalBytes = ColumnType<Uint8Array | null, Uint8Array | null | undefined, Uint8Array | null>;
/** Given by the database alone. */
type Assigned<T> = ColumnType<T, never, never>;
type Optional<T> = ColumnType<T | null, T | null | undefined, T | null>;

export interface WorkspaceTable {
  id: string;
  slug: string;
  name: string;
  settings: ColumnType<Record<string, unknown>, string | undefined, string>;
  created_at: Moment;
}

export interface CompetitionTable {
  id: string;
  workspace_id: string;
  scenario_key: string;
  agents: JsonColumn<unknown>;
  base_commit: string;
  trials: number;
  concurrency: number;
  baseline: JsonColumn<unknown>;
  limits: JsonColumn<unknown>;
  status: "running" | "finished" | "cancelled";
  winner_run_id: Optional<string>;
  ranking: OptionalJson<unknown>;
  created_at: Moment;
  finished_at: OptionalMoment;
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
  cancel_requested_at: OptionalMoment;
  queued_at: Moment;
  started_at: OptionalMoment;
  finished_at: OptionalMoment;
  wall_ms: Optional<number>;
  cost_micros: Optional<number>;
  lost_cost_micros: Generated<number>;
  tokens: OptionalJson<Record<string, unknown>>;
  repair_loops: Generated<number>;
  changed_files: Optional<number>;
  axis_result: Optional<number>;
  result_doc: OptionalJson<unknown>;
  facts: OptionalJson<RunFacts>;
  /** When retention took transcript, logs and artifacts; null while they are there. */
  files_removed_at: OptionalMoment;
  /** How often in a row its process was gone; counted by the queue of an embedded store. */
  losses: Generated<number>;
  transcript_start: Generated<number>;
}

export interface StageTable {
  run_id: string;
  attempt: number;
  position: number;
  kind: "setup" | "agent" | "gate" | "check";
  name: string;
  counts: boolean;
  executions: Generated<number>;
  first_passed: Optional<boolean>;
  passed: Optional<boolean>;
  repair_loops: Generated<number>;
}

export interface GateResultTable {
  run_id: string;
  attempt: number;
  position: number;
  execution: number;
  turn: number;
  passed: boolean;
  exit_code: Optional<number>;
  ended_by: "exit" | "signal" | "timeout" | "cancel" | "spawn-error";
  wall_ms: number;
  tree_id: Optional<string>;
  output_tail: Generated<string>;
  created_at: Moment;
}

/** Which axes were defaulted, with the reason for each. */
export type StoredDefaulted = Record<CardAxis, boolean> & { why: Partial<Record<CardAxis, DefaultedWhy>> };
export type StoredWeights = CardWeights & { weights_source: WeightsSource };
export type StoredInputs = { [Axis in CardAxis]: CardAxes[Axis]["inputs"] };

export interface ScoreTable {
  run_id: string;
  workspace_id: string;
  agent: string;
  scenario_key: string;
  score: number;
  tier: Assigned<CardTier>;
  formula_version: string;
  completion: number;
  error_rate: number;
  latency: number;
  resource_efficiency: number;
  defaulted: JsonColumn<StoredDefaulted>;
  weight_snapshot: JsonColumn<StoredWeights>;
  inputs: JsonColumn<StoredInputs>;
  counted: boolean;
  score_seq: Assigned<number>;
  event_sent_at: OptionalMoment;
  scored_at: Moment;
  scoring_micros: Optional<number>;
}

export interface SampleTable {
  run_id: string;
  workspace_id: string;
  scenario_key: string;
  wall_ms: number;
  score_seq: number;
}

export interface LatencyBaselineTable {
  workspace_id: string;
  scope_key: string;
  p50_ms: Optional<number>;
  sample_count: Generated<number>;
  run_ids: ColumnType<string[], string | undefined, string>;
  revision: Generated<number>;
  computed_at: Moment;
}

export interface TokenTable {
  id: string;
  name: string;
  secret_hash: Bytes;
  scopes: ("read" | "write" | "admin")[];
  workspace_id: Optional<string>;
  created_at: Moment;
  expires_at: OptionalMoment;
  last_used_at: OptionalMoment;
  revoked_at: OptionalMoment;
}

export interface IdempotencyTable {
  token_id: string;
  key: string;
  request_hash: Bytes;
  status: Optional<number>;
  response: OptionalJson<unknown>;
  created_at: Moment;
}

export interface BlobTable {
  sha256: Bytes;
  bytes: number;
  media_type: string;
  encoding: Generated<"identity" | "gzip">;
  location: "db" | "object";
  object_key: Optional<string>;
  created_at: Moment;
}

export interface BlobPartTable {
  sha256: Bytes;
  part: number;
  data: Bytes;
}

export interface RunFileTable {
  run_id: string;
  attempt: number;
  kind: "transcript" | "artifact" | "patch" | "log";
  path: string;
  first_index: Optional<number>;
  last_index: Optional<number>;
  blob_sha256: Bytes;
}

export interface DocumentTable {
  kind: "report" | "baseline" | "dataset" | "bundle";
  workspace_id: string;
  id: string;
  title: Optional<string>;
  summary: ColumnType<Record<string, unknown>, string | undefined, string>;
  blob_sha256: OptionalBytes;
  created_at: Moment;
}

export interface RunEventTable {
  seq: Assigned<number>;
  xid: Assigned<string>;
  workspace_id: string;
  run_id: Optional<string>;
  type: string;
  data: ColumnType<Record<string, unknown>, string | undefined, string>;
  at: Moment;
}

export interface WorkerTable {
  id: string;
  host: string;
  version: string;
  agents: JsonColumn<string[]>;
  slots: number;
  state: "ready" | "draining";
  started_at: Moment;
  seen_at: Moment;
}

export interface AgentLimitTable {
  agent: string;
  max_running: number;
}

export interface MigrationTable {
  version: number;
  name: string;
  sha256: string;
  applied_at: Moment;
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
