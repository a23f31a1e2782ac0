/** Evaluations of datasets become documents, and lists of documents of all workspaces come from an index. */
import type { Migration } from "./migration.ts";

export const migration007: Migration = {
  version: 7,
  name: "evaluations",
  sql: String.raw`
alter table documents drop constraint documents_kind_check;
alter table documents add constraint documents_kind_check
  check (kind in ('report','baseline','dataset','bundle','evaluation'));
create index documents_newest_of_all on documents (kind, created_at desc, id desc);
`,
};
