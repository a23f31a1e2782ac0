/** Many runs at once, as they would be after months of use: written by the database itself. */
import { sql } from "kysely";
import { toCardColumns } from "../../src/store/sql/schema/stored-card.ts";
import type { SqlStore } from "../../src/store/sql/sql-store.ts";
import { sampleCard, sampleFacts } from "../../src/store/sql/suite/samples.fixture.ts";

/** Ends of runs in turn: most are well, some are not. */
export async function fillRuns({ database }: SqlStore, workspaceId: string, count: number): Promise<void> {
  await sql`
    insert into runs (id, workspace_id, scenario_key, scenario_hash, agent, model, trial, status, outcome, reason,
      counted, attempt, queued_at, started_at, finished_at, wall_ms, cost_micros, axis_result, run_status)
    select 'run_01' || lpad(upper(to_hex(n)), 24, '0'), ${workspaceId},
      (array['cms/create-post','cms/edit-draft','shop/checkout','shop/refund','login/reset-password','docs/find-answer'])[n % 6 + 1],
      repeat('0', 64), (array['claude-code','codex','gemini','goose'])[n % 4 + 1],
      case when n % 3 = 0 then 'large-model-' || n % 2 end, n % 3 + 1, 'finished',
      case when n % 11 = 0 then 'FAILED' when n % 7 = 0 then 'BLOCKED' else 'COMPLETED' end,
      case when n % 11 = 0 then 'agent-failed' when n % 7 = 0 then 'gate-exhausted' else 'ok' end,
      n % 50 > 0, 1, now() - make_interval(mins => (${count}::integer - n) * 13),
      now() - make_interval(mins => (${count}::integer - n) * 13), now() - make_interval(mins => (${count}::integer - n) * 13 - 2),
      20000 + (n * 7919) % 400000, case when n % 5 > 0 then 10000 + (n * 104729) % 900000 end,
      case when n % 9 > 0 then 35 + (n * 31) % 65 end,
      case when n % 50 = 0 then 'error' when n % 11 = 0 or n % 7 = 0 then 'failed' when n % 9 > 0 then 'passed'
        else 'unscored' end
    from generate_series(1, ${count}::integer) as n`.execute(database);
  const { inputs } = toCardColumns(sampleCard(sampleFacts("run_sample"), null));
  await sql`
    insert into agent_run_scores (run_id, workspace_id, agent, scenario_key, score, formula_version, completion, error_rate,
      latency, resource_efficiency, defaulted, weight_snapshot, inputs, counted, scored_at)
    select id, workspace_id, agent, scenario_key,
      (case outcome when 'COMPLETED' then 60 when 'BLOCKED' then 30 else 5 end + (wall_ms % 40))::smallint,
      '2', case outcome when 'COMPLETED' then 100 when 'BLOCKED' then 30 else 0 end, 80, 70, 60,
      '{"completion":false,"error_rate":false,"latency":false,"resource_efficiency":false,"why":{}}',
      '{"completion":4000,"error_rate":3000,"latency":2000,"resource_efficiency":1000,"weights_source":"default"}',
      ${inputs}::jsonb, counted, finished_at
    from runs where workspace_id = ${workspaceId} and status = 'finished' order by queued_at`.execute(database);
  await sql`analyze runs`.execute(database);
  await sql`analyze agent_run_scores`.execute(database);
}
