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

export interface ReportSeries {
  /** One report per moment, with the mean AXIS Result of each agent. */
  readonly reports: readonly {
    readonly at: string;
    readonly means: Readonly<Record<string, number>>;
    readonly hash?: string;
  }[];
  readonly scenarios: readonly string[];
  readonly trials: number;
}

/** Reports of the same scenarios: every trial is near the mean of its agent, and the first scenario is the hardest. */
export async function addReports({ database }: SqlStore, workspaceId: string, series: ReportSeries): Promise<void> {
  const { reports, scenarios, trials } = series;
  for (const { at, means, hash = "0" } of reports)
    for (const [agent, mean] of Object.entries(means))
      await sql`
        with before as (select count(*) as runs from runs),
        planned as (
          select place, trial, (select runs from before) + place * ${trials}::integer + trial as number
          from generate_series(0, ${scenarios.length - 1}::integer) as place, generate_series(1, ${trials}::integer) as trial),
        scored as (
          select *, least(100, greatest(0, round(${mean}::float - ${scenarios.length}::float / 2 + place + 0.5
            + (trial - (${trials}::integer + 1) / 2.0) * (1 + (number % 3)))))::integer as points from planned)
        insert into runs (id, workspace_id, scenario_key, scenario_hash, agent, trial, report_id, status, outcome, reason,
          attempt, queued_at, started_at, finished_at, wall_ms, cost_micros, axis_result, run_status, why, goal,
          environment, service, agent_points)
        select 'run_05' || lpad(upper(to_hex(number)), 24, '0'), ${workspaceId},
          (${`{${scenarios.map((key) => JSON.stringify(key)).join(",")}}`}::text[])[place + 1],
          repeat(case when place = 0 then ${hash} else '0' end, 64), ${agent}, trial, ${`report-${at}`}, 'finished',
          'COMPLETED', 'ok', 1, ${at}::timestamptz + make_interval(secs => number % 60), ${at}::timestamptz, ${at}::timestamptz,
          20000 + (number * 7919) % 60000, 20000 + (number * 104729) % 40000, points,
          case when points >= 85 then 'passed' else 'failed' end,
          case when points < 85 then '“No request goes to /v1” does not hold' end,
          greatest(0, points - 4), least(100, points + 3), case when place % 3 > 0 then least(100, points + 4) end, points
        from scored`.execute(database);
  await sql`
    insert into agent_run_scores (run_id, workspace_id, agent, scenario_key, score, formula_version, completion,
      error_rate, latency, resource_efficiency, defaulted, weight_snapshot, inputs, counted, scored_at)
    select id, workspace_id, agent, scenario_key, axis_result, '2', 100, 90, 80, 70, '{}', '{}', '{}', true, queued_at
    from runs where workspace_id = ${workspaceId} and report_id like 'report-%'
    on conflict do nothing`.execute(database);
}
