/** Why a run did not pass, and its four dimensions, so that lists, trends and the leaderboard need not read its document. */
import type { Migration } from "./migration.ts";

export const migration009: Migration = {
  version: 9,
  name: "reasons-and-dimensions",
  // Runs that came from reports have no document here: reading their reports again fills these columns.
  sql: String.raw`
alter table runs add column why text;
alter table runs add column goal smallint check (goal between 0 and 100);
alter table runs add column environment smallint check (environment between 0 and 100);
alter table runs add column service smallint check (service between 0 and 100);
alter table runs add column agent_points smallint check (agent_points between 0 and 100);
update runs set
  why = left(coalesce(result_doc->>'why', case when run_status <> 'passed' then result_doc->>'error' end), 2000),
  goal = case when jsonb_typeof(result_doc#>'{score,goalAchievement,score}') = 'number'
    then round((result_doc#>>'{score,goalAchievement,score}')::numeric) end,
  environment = case when jsonb_typeof(result_doc#>'{score,environment,score}') = 'number'
    then round((result_doc#>>'{score,environment,score}')::numeric) end,
  service = case when jsonb_typeof(result_doc#>'{score,service,score}') = 'number'
    then round((result_doc#>>'{score,service,score}')::numeric) end,
  agent_points = case when jsonb_typeof(result_doc#>'{score,agent,score}') = 'number'
    then round((result_doc#>>'{score,agent,score}')::numeric) end
where result_doc is not null;
`,
};
