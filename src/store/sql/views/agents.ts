/** Agents that were ever asked for: how they did, and whether somebody serves them now. */
import { sql } from "kysely";
import { type CardTier, formulaVersion } from "../../../core/run-scorecard.ts";
import type { Database } from "../schema/database.ts";
import { servedAgents } from "../workers.ts";
import { oneDecimal, tierOfMean } from "./mean.ts";

export interface AgentSummary {
  readonly agent: string;
  readonly runs: number;
  readonly completed: number;
  /** Of counted runs; null where none has a score. */
  readonly mean_score: number | null;
  readonly tier: CardTier | "Unranked";
  readonly last_score: number | null;
  /** A live worker takes runs of it. */
  readonly served: boolean;
}

/** All agents of a workspace, or of all; by name. */
export async function listAgents(database: Database, workspaceId?: string): Promise<AgentSummary[]> {
  let select = database
    .selectFrom("runs")
    .leftJoin("agent_run_scores as score", (join) =>
      join.onRef("score.run_id", "=", "runs.id").on("score.formula_version", "=", formulaVersion),
    );
  if (workspaceId !== undefined) select = select.where("runs.workspace_id", "=", workspaceId);
  const rows = await select
    .select(({ fn }) => ["runs.agent", fn.countAll<number>().as("runs")])
    .select([
      sql<number>`count(*) filter (where runs.outcome = 'COMPLETED')`.as("completed"),
      sql<number>`count(*) filter (where score.counted)`.as("scored"),
      sql<number>`coalesce(sum(score.score) filter (where score.counted), 0)::bigint`.as("points"),
      sql<
        (number | string)[] | null
      >`max(array[score.score_seq, score.score]) filter (where score.score is not null)`.as("last"),
    ])
    .groupBy("runs.agent")
    .execute();
  const served = await servedAgents(database);
  return rows
    .toSorted((one, other) => (one.agent < other.agent ? -1 : 1))
    .map(({ agent, runs, completed, scored, points, last }) => ({
      agent,
      runs,
      completed,
      mean_score: scored === 0 ? null : oneDecimal({ sum: points, count: scored }),
      tier: scored === 0 ? "Unranked" : tierOfMean({ sum: points, count: scored }),
      last_score: last?.[1] === undefined ? null : Number(last[1]),
      served: served.has(agent),
    }));
}
