/** How often a run was lost with the process that carried it out, so that it is not tried for ever. */
import type { Migration } from "./migration.ts";

export const migration004: Migration = {
  version: 4,
  name: "losses",
  // One after the other: whoever puts a run back in good order begins to count anew. Shared queues count by their tokens.
  sql: String.raw`
alter table runs add column losses integer not null default 0 check (losses >= 0);
`,
};
