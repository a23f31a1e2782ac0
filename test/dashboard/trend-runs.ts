/** Weeks of scored runs whose scores move, for trends and the leaderboard: written by the database itself. */
import { sql } from "kysely";
import type { SqlStore } from "../../src/store/sql/sql-store.ts";

export interface Course {
  readonly agent: string;
  readonly scenario: string;
  readonly days: number;
  readonly runsPerDay: number;
  /** The score at the beginning, and what each day adds. */
  readonly from: number;
  readonly rise: number;
}

/** All courses end on 29 March 2026. */
const end = "2026-03-30T00:00:00Z";

export async function addCourse({ database }: SqlStore, workspaceId: string, course: Course): Promise<void> {
  const { agent, scenario, days, runsPerDay, from, rise } = course;
  await sql`
    with before as (select count(*) as runs from runs),
    planned as (
      select n, (select runs from before) + n as number,
        ${end}::timestamptz - make_interval(mins => n * 1440 / ${runsPerDay}::integer) as at
      from generate_series(1, ${days * runsPerDay}::integer) as n)
    insert into runs (id, workspace_id, scenario_key, scenario_hash, agent, status, outcome, reason, attempt, queued_at,
      finished_at, wall_ms, cost_micros, axis_result, run_status)
    select 'run_03' || lpad(upper(to_hex(number)), 24, '0'), ${workspaceId}, ${scenario}, repeat('0', 64), ${agent},
      'finished', case when n % 9 = 0 then 'BLOCKED' else 'COMPLETED' end, 'ok', 1, at, at, 30000 + (n * 7919) % 60000,
      case when n % 5 > 0 then 100000 + n end, case when n % 4 > 0 then 60 + n % 30 end,
      case when n % 9 = 0 then 'failed' when n % 4 > 0 then 'passed' else 'unscored' end
    from planned`.execute(database);
  await sql`
    insert into agent_run_scores (run_id, workspace_id, agent, scenario_key, score, formula_version, completion,
      error_rate, latency, resource_efficiency, defaulted, weight_snapshot, inputs, counted, scored_at)
    select id, workspace_id, agent, scenario_key,
      least(100, greatest(0, ${from}::float + ${rise}::float * (${days}::integer - (${end}::date - queued_at::date))
        + (wall_ms / 100) % 13 - 6)), '2',
      case outcome when 'COMPLETED' then 100 else 30 end, 70 + (wall_ms / 1000) % 30, 100 - wall_ms / 1000,
      60 + (wall_ms / 1000) % 20, '{}', '{}', '{"latency":{"p50_ms":52000}}', true, queued_at
    from runs where workspace_id = ${workspaceId} and agent = ${agent} and scenario_key = ${scenario}
    order by queued_at`.execute(database);
}
