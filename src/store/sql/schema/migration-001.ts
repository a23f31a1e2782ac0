/** The first schema: everything the store keeps, in the dialect of Postgres 15. Never edited after a release: add a migration. */
import type { Migration } from "./migration.ts";

export const migration001: Migration = {
  version: 1,
  name: "runs-and-scores",
  sql: String.raw`
create table workspaces (
  id text primary key check (id ~ '^ws_[0-7][0-9A-HJKMNP-TV-Z]{25}$'),
  slug text not null unique check (slug ~ '^[a-z0-9][a-z0-9._-]{0,62}$'),
  name text not null check (char_length(name) between 1 and 200),
  settings jsonb not null default '{}', created_at timestamptz not null default now());
create table competitions (
  id text primary key check (id ~ '^cmp_[0-7][0-9A-HJKMNP-TV-Z]{25}$'),
  workspace_id text not null references workspaces(id) on delete cascade,
  scenario_key text not null, agents jsonb not null,
  base_commit text not null check (base_commit ~ '^([0-9a-f]{40}|[0-9a-f]{64})$'),
  trials integer not null check (trials between 1 and 50), concurrency integer not null check (concurrency >= 1),
  baseline jsonb not null,                    -- frozen: {p50_ms, samples, scope, run_ids}
  limits jsonb not null,                      -- {budget_micros, budget_tokens, deadline_at}
  status text not null check (status in ('running','finished','cancelled')),
  winner_run_id text, ranking jsonb, created_at timestamptz not null default now(), finished_at timestamptz);
create table runs (
  id text primary key check (id ~ '^run_[0-7][0-9A-HJKMNP-TV-Z]{25}$'),
  workspace_id text not null references workspaces(id) on delete cascade,
  scenario_key text not null, scenario_hash text not null,          -- sha-256 of the resolved scenario
  agent text not null, model text, trial integer not null default 1 check (trial >= 1),
  priority integer not null default 0 check (priority between -100 and 100),
  report_id text, bundle_sha256 bytea, trace_context text,
  competition_id text references competitions(id) on delete set null,
  status text not null default 'queued' check (status in ('queued','running','finished','cancelled')),
  outcome text check (outcome in ('COMPLETED','BLOCKED','FAILED')), reason text,
  counted boolean not null default true, feeds_baseline boolean not null default true,
  attempt integer not null default 0 check (attempt >= 0), worker_id text, token_id uuid,    -- who holds the claim
  cancel_requested_at timestamptz, queued_at timestamptz not null default now(),
  started_at timestamptz, finished_at timestamptz, wall_ms bigint check (wall_ms >= 1),
  cost_micros bigint check (cost_micros >= 0),                      -- millionths of a US dollar; null = unknown
  lost_cost_micros bigint not null default 0, tokens jsonb,         -- lost: spent by attempts that were lost
  repair_loops integer not null default 0 check (repair_loops >= 0), changed_files integer check (changed_files >= 0),
  axis_result smallint check (axis_result between 0 and 100), result_doc jsonb,
  facts jsonb,                                                      -- all the card needs; set when agent and gates are over
  check ((status = 'finished') = (outcome is not null)), check (status <> 'finished' or finished_at is not null));
create index runs_newest      on runs (workspace_id, queued_at desc, id desc);
create index runs_by_agent    on runs (workspace_id, agent, queued_at desc, id desc);
create index runs_by_scenario on runs (workspace_id, scenario_key, queued_at desc, id desc);
create index runs_open        on runs (agent, status) where status in ('queued','running');
create index runs_by_contest  on runs (competition_id) where competition_id is not null;
create table run_stages (
  run_id text not null references runs(id) on delete cascade, attempt integer not null,
  position integer not null check (position >= 0), kind text not null check (kind in ('setup','agent','gate','check')),
  name text not null, counts boolean not null, executions integer not null default 0 check (executions >= 0),
  first_passed boolean, passed boolean, repair_loops integer not null default 0 check (repair_loops >= 0),
  primary key (run_id, attempt, position), unique (run_id, attempt, kind, name));
create table gate_results (                   -- append only, one row per execution
  run_id text not null, attempt integer not null, position integer not null,
  execution integer not null check (execution >= 1), turn integer not null check (turn >= 0),   -- the turn it followed
  passed boolean not null, exit_code integer,
  ended_by text not null check (ended_by in ('exit','signal','timeout','cancel','spawn-error')),
  wall_ms bigint not null check (wall_ms >= 0), tree_id text,
  output_tail text not null default '' check (octet_length(output_tail) <= 16384),
  created_at timestamptz not null default now(),
  primary key (run_id, attempt, position, execution),
  foreign key (run_id, attempt, position) references run_stages (run_id, attempt, position) on delete cascade);
create table agent_run_scores (
  run_id text primary key references runs(id) on delete cascade,    -- one score per run
  workspace_id text not null references workspaces(id) on delete cascade,
  agent text not null, scenario_key text not null, score smallint not null check (score between 0 and 100),
  tier text not null generated always as (case when score >= 90 then 'Elite' when score >= 70 then 'Gold'
    when score >= 40 then 'Silver' else 'Bronze' end) stored,
  formula_version text not null,
  completion smallint not null check (completion between 0 and 100),
  error_rate smallint not null check (error_rate between 0 and 100),
  latency smallint not null check (latency between 0 and 100),
  resource_efficiency smallint not null check (resource_efficiency between 0 and 100),
  defaulted jsonb not null,                   -- {completion: false, ...}, with "why" for each true
  weight_snapshot jsonb not null,             -- basis points and weights_source
  inputs jsonb not null,                      -- raw inputs of every axis
  counted boolean not null, score_seq bigint not null generated always as identity unique,
  event_sent_at timestamptz, scored_at timestamptz not null default now());
create index scores_by_agent    on agent_run_scores (workspace_id, agent, score_seq desc);
create index scores_by_scenario on agent_run_scores (workspace_id, scenario_key, score_seq desc);
create index scores_best        on agent_run_scores (workspace_id, score desc, score_seq desc);
create table latency_samples (
  run_id text primary key references agent_run_scores(run_id) on delete cascade,
  workspace_id text not null references workspaces(id) on delete cascade, scenario_key text not null,
  wall_ms bigint not null check (wall_ms >= 1), score_seq bigint not null);
create index samples_by_workspace on latency_samples (workspace_id, score_seq desc);
create index samples_by_scenario  on latency_samples (workspace_id, scenario_key, score_seq desc);
create table latency_baselines (              -- a cache over latency_samples, and the lock
  workspace_id text not null references workspaces(id) on delete cascade,
  scope_key text not null,                    -- '' for the workspace, else the scenario key
  p50_ms bigint check (p50_ms >= 1), sample_count integer not null default 0 check (sample_count between 0 and 20),
  run_ids jsonb not null default '[]', revision bigint not null default 0, computed_at timestamptz not null default now(),
  primary key (workspace_id, scope_key), check ((sample_count = 0) = (p50_ms is null)));
create table api_tokens (
  id text primary key check (id ~ '^[a-z0-9]{12}$'), name text not null check (char_length(name) between 1 and 100),
  secret_hash bytea not null check (octet_length(secret_hash) = 32),
  scopes text[] not null check (scopes <@ array['read','write','admin'] and cardinality(scopes) >= 1),
  workspace_id text references workspaces(id) on delete cascade,    -- null = all
  created_at timestamptz not null default now(), expires_at timestamptz, last_used_at timestamptz, revoked_at timestamptz);
create table idempotency_keys (
  token_id text not null, key text not null check (char_length(key) between 1 and 128), request_hash bytea not null,
  status integer, response jsonb,             -- null while the first request is in flight
  created_at timestamptz not null default now(), primary key (token_id, key));
create table blobs (
  sha256 bytea primary key check (octet_length(sha256) = 32), bytes bigint not null check (bytes >= 0),
  media_type text not null, encoding text not null default 'identity' check (encoding in ('identity','gzip')),
  location text not null check (location in ('db','object')), object_key text,
  created_at timestamptz not null default now(), check ((location = 'object') = (object_key is not null)));
create table blob_parts (
  sha256 bytea not null references blobs(sha256) on delete cascade, part integer not null check (part >= 0),
  data bytea not null check (octet_length(data) <= 1048576), primary key (sha256, part));
create table run_files (
  run_id text not null references runs(id) on delete cascade, attempt integer not null,
  kind text not null check (kind in ('transcript','artifact','patch','log')),
  path text not null check (path !~ '(^/|(^|/)\.\.(/|$)|\\)'),
  first_index bigint, last_index bigint,      -- transcript chunks: event numbers inside
  blob_sha256 bytea not null references blobs(sha256), primary key (run_id, attempt, kind, path));
create table documents (                      -- index of reports, baselines, datasets, project bundles
  kind text not null check (kind in ('report','baseline','dataset','bundle')),
  workspace_id text not null references workspaces(id) on delete cascade, id text not null, title text,
  summary jsonb not null default '{}', blob_sha256 bytea references blobs(sha256),
  created_at timestamptz not null default now(), primary key (kind, workspace_id, id));
create index documents_newest on documents (workspace_id, kind, created_at desc, id desc);
create table run_events (                     -- live updates; short-lived
  seq bigint generated always as identity primary key, xid xid8 not null default pg_current_xact_id(),
  workspace_id text not null, run_id text, type text not null, data jsonb not null default '{}',
  at timestamptz not null default now());
create index run_events_at on run_events (at);
create index run_events_order on run_events (xid, seq);
create table workers (
  id text primary key, host text not null, version text not null, agents jsonb not null,
  slots integer not null check (slots >= 1), state text not null check (state in ('ready','draining')),
  started_at timestamptz not null default now(), seen_at timestamptz not null default now());
create table agent_limits (agent text primary key, max_running integer not null check (max_running >= 1));
-- By an expression, so that a list of one workspace is never tempted to walk through the runs of all others.
create index runs_newest_of_all on runs ((queued_at at time zone 'UTC') desc, id desc);
create index runs_by_report     on runs (report_id) where report_id is not null;
create index scores_best_of_all on agent_run_scores ((score::integer) desc, score_seq desc);
create index run_files_by_blob  on run_files (blob_sha256);
create index documents_by_blob  on documents (blob_sha256) where blob_sha256 is not null;
`,
};
