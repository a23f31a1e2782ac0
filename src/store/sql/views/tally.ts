/** Counts of run results, for the lists of agents and of scenarios. */
import { sql } from "kysely";
import { type CardTier, formulaVersion } from "../../../core/run/run-scorecard.ts";
import { tierForMean } from "../../../core/run/tier.ts";
import type { Database } from "../schema/database.ts";
import { roundToDecimal } from "./mean.ts";

/** Runs of one workspace or of all, with their scores under the current formula. */
export function selectScoredRuns(database: Database, workspaceId: string | undefined) {
  const all = database
    .selectFrom("runs")
    .leftJoin("agent_run_scores as score", (join) =>
      join.onRef("score.run_id", "=", "runs.id").on("score.formula_version", "=", formulaVersion),
    );
  return workspaceId === undefined ? all : all.where("runs.workspace_id", "=", workspaceId);
}

/** Columns of a query that groups these runs. */
export const tallyColumns = [
  sql<number>`count(*)`.as("runs"),
  sql<number>`count(*) filter (where runs.outcome = 'COMPLETED')`.as("completed"),
  sql<number>`count(*) filter (where runs.run_status = 'passed')`.as("passed"),
  sql<number>`count(*) filter (where runs.run_status = 'failed')`.as("failed"),
  sql<number>`count(*) filter (where score.counted)`.as("scored"),
  sql<number>`coalesce(sum(score.score) filter (where score.counted), 0)::bigint`.as("points"),
] as const;

export interface TalliedMean {
  /** The mean over counted runs; null if none has a score. */
  readonly mean_score: number | null;
  readonly tier: CardTier | "Unranked";
}

export function toTalliedMean({ scored, points }: { readonly scored: number; readonly points: number }): TalliedMean {
  if (scored === 0) return { mean_score: null, tier: "Unranked" };
  const mean = { sum: points, count: scored };
  return { mean_score: roundToDecimal(mean), tier: tierForMean(mean) };
}

/** How many runs a workspace has. */
export async function countRuns(database: Database, workspaceId: string): Promise<number> {
  const row = await database
    .selectFrom("runs")
    .select(sql<number>`count(*)::int`.as("count"))
    .where("workspace_id", "=", workspaceId)
    .executeTakeFirst();
  return row?.count ?? 0;
}
