/** Labels from people: what they say about runs, checks, steps and items of datasets. */
import type { Migration } from "./migration.ts";

export const migration008: Migration = {
  version: 8,
  name: "labels",
  // Rows are only added. A label of a run goes with it; one of an evaluation stays. A run from a report has no result
  // document, so what its judges said is stored beside it.
  sql: String.raw`
create table labels (
  seq bigint generated always as identity primary key,
  workspace_id text not null references workspaces (id) on delete cascade,
  run_id text references runs (id) on delete cascade,
  label jsonb not null,
  created_at timestamptz not null default now()
);
create index labels_by_workspace on labels (workspace_id, seq);
create index labels_by_run on labels (run_id) where run_id is not null;
alter table runs add column judged jsonb;
`,
};
