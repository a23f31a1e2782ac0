/** The scores behind the leaderboard and trends: counted runs of a workspace with the current formula. */
import { type RawBuilder, sql } from "kysely";
import { formulaVersion } from "../../../core/run/run-scorecard.ts";
import { toTextColumn } from "../text.ts";

export interface ScoreFilter {
  readonly workspaceId: string;
  readonly agent?: string;
  readonly scenario?: string;
  /** Scored at that moment or later. */
  readonly since?: Date;
  /** Scored before that moment. */
  readonly until?: Date;
}

/** The `from` and `where` of a query over `score` and `runs`. Scorecards of different formulas are never averaged together. */
export function selectCountedScores({ workspaceId, agent, scenario, since, until }: ScoreFilter): RawBuilder<unknown> {
  const conditions = [
    sql`score.workspace_id = ${workspaceId}`,
    sql`score.counted`,
    sql`score.formula_version = ${formulaVersion}`,
    ...(agent === undefined ? [] : [sql`score.agent = ${toTextColumn(agent)}`]),
    ...(scenario === undefined ? [] : [sql`score.scenario_key = ${toTextColumn(scenario)}`]),
    ...(since === undefined ? [] : [sql`score.scored_at >= ${since}`]),
    ...(until === undefined ? [] : [sql`score.scored_at < ${until}`]),
  ];
  return sql`from agent_run_scores as score join runs on runs.id = score.run_id
    where ${sql.join(conditions, sql` and `)}`;
}
