/** The status of a run: what it was for its agent, next to the queue's own state. */
import type { Migration } from "./migration.ts";

export const migration006: Migration = {
  version: 6,
  name: "run-status",
  // Null while a run is open, and for older runs whose stored facts do not decide it.
  sql: String.raw`
alter table runs add column run_status text
  check (run_status in ('passed','failed','error','not run','unscored'));
update runs set run_status = case
  when status = 'cancelled' then 'not run'
  when result_doc->>'status' in ('passed','failed','error','not run','unscored') then result_doc->>'status'
  when result_doc->>'outcomeClass' = 'notRun' then 'not run'
  when result_doc->>'outcomeClass' in ('infrastructure','judge','check') then 'error'
  when result_doc->>'outcomeClass' = 'agent' then 'failed'
  when outcome = 'BLOCKED' then 'failed'
  when result_doc->>'outcomeClass' = 'completed' and result_doc#>>'{score,goalAchievement,score}' is null then 'unscored'
  when jsonb_path_exists(result_doc, '$.score.goalAchievement.criteria[*] ? (@.by == "verify" && @.score != 10)')
    then 'failed'
  when result_doc->>'outcomeClass' = 'completed' then
    case when (result_doc#>>'{score,goalAchievement,score}')::numeric >= 75 then 'passed' else 'failed' end
  when reason in ('cancelled','budget','deadline') then 'not run'
  when reason in ('internal','setup-failed','agent-missing','worker-lost') then 'error'
  when reason in ('agent-failed','time-limit','token-limit') then 'failed' end
where status in ('finished','cancelled');
create index runs_best on runs (workspace_id, axis_result desc, id desc) where axis_result is not null;
create index runs_by_run_status on runs (workspace_id, run_status, queued_at desc, id desc);
`,
};
