/** Scenarios that were ever asked for, and how their runs went. */
import { sql } from "kysely";
import { type CardTier, formulaVersion } from "../../../core/run-scorecard.ts";
import type { Database } from "../schema/database.ts";
import { oneDecimal, tierOfMean } from "./mean.ts";

export interface ScenarioSummary {
  readonly scenario: string;
  readonly runs: number;
  readonly completed: number;
  /** Of counted runs; null where none has a score. */
  readonly mean_score: number | null;
  readonly tier: CardTier | "Unranked";
}

/** All scenarios of a workspace, or of all; by key. */
export async function listScenarios(database: Database, workspaceId?: string): Promise<ScenarioSummary[]> {
  let select = database
    .selectFrom("runs")
    .leftJoin("agent_run_scores as score", (join) =>
      join.onRef("score.run_id", "=", "runs.id").on("score.formula_version", "=", formulaVersion),
    );
  if (workspaceId !== undefined) select = select.where("runs.workspace_id", "=", workspaceId);
  const rows = await select
    .select(({ fn }) => ["runs.scenario_key as scenario", fn.countAll<number>().as("runs")])
    .select([
      sql<number>`count(*) filter (where runs.outcome = 'COMPLETED')`.as("completed"),
      sql<number>`count(*) filter (where score.counted)`.as("scored"),
      sql<number>`coalesce(sum(score.score) filter (where score.counted), 0)::bigint`.as("points"),
    ])
    .groupBy("runs.scenario_key")
    .execute();
  return rows
    .toSorted((one, other) => (one.scenario < other.scenario ? -1 : 1))
    .map(({ scored, points, ...row }) => ({
      ...row,
      mean_score: scored === 0 ? null : oneDecimal({ sum: points, count: scored }),
      tier: scored === 0 ? "Unranked" : tierOfMean({ sum: points, count: scored }),
    }));
}
