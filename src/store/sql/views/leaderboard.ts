/** The leaderboard of a workspace: agents by the mean score of their counted runs. */
import { sql } from "kysely";
import { type CardTier, formulaVersion } from "../../../core/run-scorecard.ts";
import type { Database } from "../schema/database.ts";
import { plainText } from "../text.ts";
import { falling, oneDecimal, tierOfMean, whole } from "./mean.ts";

export interface LeaderboardQuery {
  readonly workspaceId: string;
  readonly scenario?: string;
  /** Scored at that moment or later. */
  readonly since?: Date;
  /** Runs an agent needs to be ranked. */
  readonly minRuns: number;
}

export interface LeaderboardRow {
  readonly agent: string;
  readonly runs: number;
  readonly completed: number;
  readonly completion_rate: number;
  readonly mean_score: number;
  readonly median_score: number;
  readonly tier: CardTier;
  /** Null where no run has an AXIS Result. */
  readonly mean_axis_result: number | null;
  /** Null where no cost is known. */
  readonly mean_cost_micros: number | null;
  readonly last_scored_at: Date;
  readonly ranked: boolean;
}

/** Ranked agents first, then by mean, completion rate and number of runs, then by name. */
export async function leaderboard(database: Database, query: LeaderboardQuery): Promise<LeaderboardRow[]> {
  const sums = await agentSums(database, query);
  return sums.toSorted((one, other) => compare(one, other, query.minRuns)).map((row) => rowOf(row, query.minRuns));
}

type Sums = Awaited<ReturnType<typeof agentSums>>[number];

async function agentSums(database: Database, { workspaceId, scenario, since }: LeaderboardQuery) {
  let select = database
    .selectFrom("agent_run_scores as score")
    .innerJoin("runs", "runs.id", "score.run_id")
    .where("score.workspace_id", "=", workspaceId)
    .where("score.counted", "=", true)
    // Cards of different formulas are never averaged together.
    .where("score.formula_version", "=", formulaVersion);
  if (scenario !== undefined) select = select.where("score.scenario_key", "=", plainText(scenario));
  if (since !== undefined) select = select.where("score.scored_at", ">=", since);
  return await select
    .select(({ fn }) => ["score.agent", fn.countAll<number>().as("runs"), fn.max("score.scored_at").as("last")])
    .select([
      sql<number>`count(*) filter (where runs.outcome = 'COMPLETED')`.as("completed"),
      sql<number>`sum(score.score)::bigint`.as("points"),
      sql<number>`percentile_cont(0.5) within group (order by score.score)`.as("median"),
      sql<number>`count(runs.axis_result)`.as("results"),
      sql<number>`coalesce(sum(runs.axis_result), 0)::bigint`.as("result_points"),
      sql<number>`count(runs.cost_micros)`.as("costs"),
      sql<number>`coalesce(sum(runs.cost_micros), 0)::bigint`.as("cost_micros"),
    ])
    .groupBy("score.agent")
    .execute();
}

function compare(one: Sums, other: Sums, minRuns: number): number {
  return (
    Number(other.runs >= minRuns) - Number(one.runs >= minRuns) ||
    falling({ sum: one.points, count: one.runs }, { sum: other.points, count: other.runs }) ||
    falling({ sum: one.completed, count: one.runs }, { sum: other.completed, count: other.runs }) ||
    other.runs - one.runs ||
    (one.agent < other.agent ? -1 : 1)
  );
}

function rowOf(sums: Sums, minRuns: number): LeaderboardRow {
  const mean = { sum: sums.points, count: sums.runs };
  return {
    agent: sums.agent,
    runs: sums.runs,
    completed: sums.completed,
    completion_rate: sums.completed / sums.runs,
    mean_score: oneDecimal(mean),
    median_score: sums.median,
    tier: tierOfMean(mean),
    mean_axis_result: sums.results === 0 ? null : oneDecimal({ sum: sums.result_points, count: sums.results }),
    mean_cost_micros: sums.costs === 0 ? null : whole({ sum: sums.cost_micros, count: sums.costs }),
    last_scored_at: sums.last,
    ranked: sums.runs >= minRuns,
  };
}
