/** The first entry number of a transcript, so that numbers continue when an agent is retried. */
import type { Migration } from "./migration.ts";

export const migration005: Migration = {
  version: 5,
  name: "transcript-numbers",
  // Belongs to the attempt that holds the run; above 0 only if an earlier try of the same attempt failed.
  sql: String.raw`
alter table runs add column transcript_start integer not null default 0 check (transcript_start >= 0);
`,
};
