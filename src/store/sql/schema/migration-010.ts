/** Competitions as lists show them: their tasks and base, their report, and how they ended. */
import type { Migration } from "./migration.ts";

export const migration010: Migration = {
  version: 10,
  name: "competitions",
  // Nothing wrote this table before, so its columns can change freely.
  sql: String.raw`
alter table competitions drop constraint competitions_status_check;
alter table competitions add constraint competitions_status_check
  check (status in ('running','finished','interrupted','cancelled'));
alter table competitions drop constraint competitions_trials_check;
alter table competitions add constraint competitions_trials_check check (trials >= 1);
alter table competitions drop column scenario_key;
alter table competitions drop column limits;
alter table competitions drop column ranking;
alter table competitions drop column winner_run_id;
alter table competitions drop column baseline;
alter table competitions add column scenarios jsonb not null;
alter table competitions add column base_ref text not null;
alter table competitions add column rank text not null;
alter table competitions add column planned_runs integer not null check (planned_runs >= 0);
alter table competitions add column report_id text;
-- The competition of the report, and the runs whose work it proposes.
alter table competitions add column result jsonb;
alter table competitions add column proposed_runs text[] not null default '{}';
-- Frozen when it starts, by scope: '' for the workspace, else the scenario.
alter table competitions add column baselines jsonb not null default '{}';
create index competitions_newest on competitions (workspace_id, created_at desc, id desc);
create index competitions_newest_of_all on competitions (created_at desc, id desc);
`,
};
