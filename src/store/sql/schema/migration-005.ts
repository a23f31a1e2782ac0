/** Where the numbers of a transcript begin, so that they go on when an agent is tried once more. */
import type { Migration } from "./migration.ts";

export const migration005: Migration = {
  version: 5,
  name: "transcript-numbers",
  // Of the attempt that holds the run; more than 0 only where an earlier try of the same attempt came to nothing.
  sql: String.raw`
alter table runs add column transcript_start integer not null default 0 check (transcript_start >= 0);
`,
};
