/** Retention: when the files of a run were deleted, and an index to find expired ones. */
import type { Migration } from "./migration.ts";

export const migration002: Migration = {
  version: 2,
  name: "retention",
  sql: String.raw`
alter table runs add column files_removed_at timestamptz;
create index runs_with_files on runs (workspace_id, finished_at)
  where finished_at is not null and files_removed_at is null;
create index runs_ended   on runs (workspace_id, finished_at) where finished_at is not null;
create index blobs_by_age on blobs (created_at);
create index keys_by_age  on idempotency_keys (created_at);
`,
};
