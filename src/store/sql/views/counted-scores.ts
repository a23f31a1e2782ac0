/** The scores behind the leaderboard and trends: counted runs of a workspace with the current formula. */
import { type RawBuilder, sql } from "kysely";
import { formulaVersion } from "../../../core/run/run-scorecard.ts";
import type { Database } from "../schema/database.ts";
import { toTextColumn } from "../text.ts";

export interface ScoreFilter {
  readonly workspaceId: string;
  readonly agent?: string;
  readonly scenario?: string;
  /** Scored at that moment or later. */
  readonly since?: Date;
  /** Scored before that moment. */
  readonly until?: Date;
  /** The runs of one report. */
  readonly report?: string;
}

/** The `from` and `where` of a query over `score` and `runs`. Scorecards of different formulas are never averaged together. */
export function selectCountedScores(filter: ScoreFilter): RawBuilder<unknown> {
  const { workspaceId, agent, scenario, since, until, report } = filter;
  const conditions = [
    sql`score.workspace_id = ${workspaceId}`,
    sql`score.counted`,
    sql`score.formula_version = ${formulaVersion}`,
    ...(agent === undefined ? [] : [sql`score.agent = ${toTextColumn(agent)}`]),
    ...(scenario === undefined ? [] : [sql`score.scenario_key = ${toTextColumn(scenario)}`]),
    ...(since === undefined ? [] : [sql`score.scored_at >= ${since}`]),
    ...(until === undefined ? [] : [sql`score.scored_at < ${until}`]),
    ...(report === undefined ? [] : [sql`runs.report_id = ${toTextColumn(report)}`]),
  ];
  return sql`from agent_run_scores as score join runs on runs.id = score.run_id
    where ${sql.join(conditions, sql` and `)}`;
}

/** The newest report of a workspace whose runs have all ended; undefined if there is none. */
export async function findNewestReport(database: Database, workspaceId: string): Promise<string | undefined> {
  const open = database
    .selectFrom("runs as open")
    .select("open.report_id")
    .where("open.workspace_id", "=", workspaceId)
    .where("open.status", "in", ["queued", "running"])
    .where("open.report_id", "is not", null);
  const row = await database
    .selectFrom("runs")
    .innerJoin("agent_run_scores as score", "score.run_id", "runs.id")
    .select("runs.report_id")
    .where("runs.workspace_id", "=", workspaceId)
    .where("runs.report_id", "is not", null)
    .where("runs.report_id", "not in", open)
    .where("score.counted", "=", true)
    .orderBy("runs.queued_at", "desc")
    .limit(1)
    .executeTakeFirst();
  return row?.report_id ?? undefined;
}

/** How many reports have counted runs that the filter keeps. */
export async function countReports(database: Database, filter: ScoreFilter): Promise<number> {
  const { rows } = await sql<{ reports: number }>`select count(distinct runs.report_id) as reports
    ${selectCountedScores(filter)}`.execute(database);
  return rows[0]?.reports ?? 0;
}
