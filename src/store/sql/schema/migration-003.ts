/** How long scoring took, for statistics across all processes. */
import type { Migration } from "./migration.ts";

export const migration003: Migration = {
  version: 3,
  name: "time-of-scoring",
  // Unknown for runs that were scored earlier, and for runs imported from reports.
  sql: String.raw`
alter table agent_run_scores add column scoring_micros integer check (scoring_micros >= 0);
`,
};
