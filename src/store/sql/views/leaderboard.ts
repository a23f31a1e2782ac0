/** The leaderboard of a workspace: agents by the mean scorecard score of their counted runs. */
import { sql } from "kysely";
import type { CardTier } from "../../../core/run/run-scorecard.ts";
import { tierForMean } from "../../../core/run/tier.ts";
import type { Database } from "../schema/database.ts";
import { selectCountedScores, type ScoreFilter } from "./counted-scores.ts";
import { compareFractionsDescending, roundToDecimal, roundToWhole } from "./mean.ts";
import { type Bounds, type Counts, type IntervalScope, intervalScope, meanBounds } from "./mean-bounds.ts";
import { cellColumns, foldedColumns, measureColumns, type Spread, readSpread } from "./spread.ts";

/** The default number of runs that an agent needs to be ranked. */
export const defaultMinRuns = 5;

export interface LeaderboardQuery extends Omit<ScoreFilter, "agent" | "until"> {
  /** The number of runs that an agent needs to be ranked. */
  readonly minRuns: number;
}

export interface LeaderboardRow {
  readonly agent: string;
  readonly runs: number;
  readonly scenarios: number;
  readonly completed: number;
  readonly completion_rate: number;
  readonly mean_score: number;
  /** Null for a single run, and if all runs have the same score. */
  readonly mean_interval: Bounds | null;
  readonly interval_scope: IntervalScope | null;
  readonly median_score: number;
  readonly tier: CardTier;
  /** Null if no run has an AXIS Result. */
  readonly mean_axis_result: number | null;
  /** Null if no cost is known. */
  readonly mean_cost_micros: number | null;
  readonly last_scored_at: Date;
  readonly ranked: boolean;
}

/** Ranked agents first, then by mean, completion rate and number of runs, then by name. */
export async function readLeaderboard(database: Database, query: LeaderboardQuery): Promise<LeaderboardRow[]> {
  const sums = await readAgentSums(database, query);
  return sums
    .toSorted((one, other) => compareAgents(one, other, query.minRuns))
    .map((row) => toLeaderboardRow(row, query.minRuns));
}

interface Sums extends Counts, Spread {
  readonly agent: string;
  readonly score_sum: number;
  readonly completed: number;
  readonly median: number;
  readonly results: number;
  readonly result_points: number;
  readonly costs: number;
  readonly cost_micros: number;
  readonly last: Date;
}

async function readAgentSums(database: Database, query: LeaderboardQuery): Promise<Sums[]> {
  const { rows } = await sql<Sums>`with counted as materialized (
      select score.agent, score.scenario_key, score.scored_at, ${measureColumns()},
        runs.outcome, runs.axis_result, runs.cost_micros
      ${selectCountedScores(query)}),
    cells as (
      select score.agent, score.scenario_key, ${cellColumns()} from counted as score group by 1, 2),
    folded as (select agent, ${foldedColumns()} from cells group by 1),
    totals as (
      select agent, max(scored_at) as last,
        count(*) filter (where outcome = 'COMPLETED') as completed,
        percentile_cont(0.5) within group (order by score) as median,
        count(axis_result) as results, coalesce(sum(axis_result), 0)::bigint as result_points,
        count(cost_micros) as costs, coalesce(sum(cost_micros), 0)::bigint as cost_micros
      from counted group by 1)
    select * from folded join totals using (agent)`.execute(database);
  return rows;
}

function compareAgents(one: Sums, other: Sums, minRuns: number): number {
  return (
    Number(other.runs >= minRuns) - Number(one.runs >= minRuns) ||
    compareFractionsDescending({ sum: one.score_sum, count: one.runs }, { sum: other.score_sum, count: other.runs }) ||
    compareFractionsDescending({ sum: one.completed, count: one.runs }, { sum: other.completed, count: other.runs }) ||
    other.runs - one.runs ||
    (one.agent < other.agent ? -1 : 1)
  );
}

function toLeaderboardRow(sums: Sums, minRuns: number): LeaderboardRow {
  const mean = { sum: sums.score_sum, count: sums.runs };
  return {
    agent: sums.agent,
    runs: sums.runs,
    scenarios: sums.scenarios,
    completed: sums.completed,
    completion_rate: sums.completed / sums.runs,
    mean_score: roundToDecimal(mean),
    mean_interval: meanBounds(sums, readSpread(sums, "score")),
    interval_scope: intervalScope(sums),
    median_score: sums.median,
    tier: tierForMean(mean),
    mean_axis_result: sums.results === 0 ? null : roundToDecimal({ sum: sums.result_points, count: sums.results }),
    mean_cost_micros: sums.costs === 0 ? null : roundToWhole({ sum: sums.cost_micros, count: sums.costs }),
    last_scored_at: sums.last,
    ranked: sums.runs >= minRuns,
  };
}
