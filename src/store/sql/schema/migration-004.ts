/** How often a run was lost with its process, so that it is not retried forever. */
import type { Migration } from "./migration.ts";

export const migration004: Migration = {
  version: 4,
  name: "losses",
  // Counts consecutive losses: a clean requeue resets the count. Shared queues count with their tokens instead.
  sql: String.raw`
alter table runs add column losses integer not null default 0 check (losses >= 0);
`,
};
