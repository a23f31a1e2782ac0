/** The numbers of single runs by report, scenario and agent: what paired tests need. */
import { type RawBuilder, sql } from "kysely";
import type { RankingMetric } from "../../../core/report/agent-ranking.ts";
import type { Database } from "../schema/database.ts";
import { selectCountedScores, type ScoreFilter } from "./counted-scores.ts";
import { hasResult } from "./result-means.ts";

/** The numbers that a single run has. */
export type RunNumber = Exclude<RankingMetric, "cost-per-pass"> | "cost";

export interface RunCells {
  readonly agent: string;
  readonly scenario: string;
  readonly values: readonly number[];
}

/** The known numbers of counted runs, by scenario, then by agent. */
export async function readRunCells(database: Database, filter: ScoreFilter, metric: RunNumber): Promise<RunCells[]> {
  const { rows } = await sql<RunCells>`with counted as (
      select score.agent, score.scenario_key as scenario, score.score_seq, ${valueOfRun(metric)} as value
      ${selectCountedScores(filter)})
    select agent, scenario, json_agg(value order by score_seq) as values
    from counted where value is not null group by 1, 2 order by 2, 1`.execute(database);
  return rows;
}

function valueOfRun(metric: RunNumber): RawBuilder<unknown> {
  const result = (column: string) => sql`case when ${hasResult()} then ${sql.ref(column)} end`;
  const columns: Readonly<Record<RunNumber, RawBuilder<unknown>>> = {
    axis: result("runs.axis_result"),
    scorecard: sql`score.score`,
    "pass-rate": sql`case runs.run_status when 'passed' then 1 when 'failed' then 0 end`,
    cost: sql`runs.cost_micros`,
    time: sql`runs.wall_ms`,
    goal: result("runs.goal"),
    environment: result("runs.environment"),
    service: result("runs.service"),
    agent: result("runs.agent_points"),
  };
  return columns[metric];
}
