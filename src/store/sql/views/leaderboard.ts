/** The leaderboard of a workspace: agents by AXIS Result, by pass rate or by scorecard. */
import { sql } from "kysely";
import {
  compareByPassRate,
  compareByResult,
  type RankedAgent,
  type RankingMetric,
} from "../../../core/report/agent-ranking.ts";
import type { CardTier } from "../../../core/run/run-scorecard.ts";
import { tierForMean } from "../../../core/run/tier.ts";
import type { Database } from "../schema/database.ts";
import { selectCountedScores, type ScoreFilter } from "./counted-scores.ts";
import { compareFractionsDescending, roundToDecimal, roundToWhole } from "./mean.ts";
import { type Bounds, type Counts, type IntervalScope, intervalScope, meanBounds } from "./mean-bounds.ts";
import { foldedResultColumns, hasResult, readMeanResult, resultColumns, type ResultSums } from "./result-means.ts";
import { cellColumns, foldedColumns, measureColumns, type Spread, readSpread } from "./spread.ts";

/** The default number of runs that an agent needs to be ranked. */
export const defaultMinRuns = 5;

export interface LeaderboardQuery extends Omit<ScoreFilter, "agent" | "until"> {
  /** The number of runs that an agent needs to be ranked. */
  readonly minRuns: number;
  /** Default: the AXIS Result. */
  readonly by?: RankingMetric;
}

export interface LeaderboardRow {
  readonly agent: string;
  /** Agents with the same number share a place; null for an agent that is not ranked. */
  readonly place: number | null;
  readonly runs: number;
  readonly scenarios: number;
  /** The mean over results, each the mean of its trials; null if no run has an AXIS Result. */
  readonly mean_axis_result: number | null;
  readonly axis_interval: Bounds | null;
  readonly axis_interval_scope: IntervalScope | null;
  readonly passed: number;
  readonly failed: number;
  /** The share of runs that passed, of those that passed or failed; null if there are none. */
  readonly pass_rate: number | null;
  readonly completed: number;
  readonly completion_rate: number;
  readonly mean_score: number;
  /** Null for a single run, and if all runs have the same scorecard. */
  readonly mean_interval: Bounds | null;
  readonly interval_scope: IntervalScope | null;
  readonly median_score: number;
  readonly tier: CardTier;
  /** Null if no cost is known. */
  readonly mean_cost_micros: number | null;
  readonly last_scored_at: Date;
  readonly ranked: boolean;
}

/** Ranked agents first, each group best first. */
export async function readLeaderboard(database: Database, query: LeaderboardQuery): Promise<LeaderboardRow[]> {
  const { by = "axis", minRuns } = query;
  const sums = await readAgentSums(database, query);
  const rows = sums
    .toSorted(
      (one, other) =>
        Number(other.runs >= minRuns) - Number(one.runs >= minRuns) ||
        (by === "scorecard" ? compareCards(one, other) : compareAgents(one, other, by)),
    )
    .map((row) => toLeaderboardRow(row, minRuns));
  return rows.map((row) => ({ ...row, place: findPlace(rows, row, by) }));
}

interface Sums extends Counts, Spread, ResultSums {
  readonly agent: string;
  readonly score_sum: number;
  readonly completed: number;
  readonly passed: number;
  readonly failed: number;
  readonly median: number;
  readonly costs: number;
  readonly cost_micros: number;
  readonly last: Date;
}

async function readAgentSums(database: Database, query: LeaderboardQuery): Promise<Sums[]> {
  const { rows } = await sql<Sums>`with counted as materialized (
      select score.agent, score.scenario_key, score.scored_at, ${measureColumns()},
        runs.outcome, runs.run_status, runs.axis_result, runs.cost_micros
      ${selectCountedScores(query)}),
    cells as (
      select score.agent, score.scenario_key, ${cellColumns()} from counted as score group by 1, 2),
    folded as (select agent, ${foldedColumns()} from cells group by 1),
    results as (
      select agent, scenario_key, ${resultColumns()} from counted where ${hasResult()} group by 1, 2),
    axis as (select agent, ${foldedResultColumns()} from results group by 1),
    totals as (
      select agent, max(scored_at) as last,
        count(*) filter (where outcome = 'COMPLETED') as completed,
        count(*) filter (where run_status = 'passed') as passed,
        count(*) filter (where run_status = 'failed') as failed,
        percentile_cont(0.5) within group (order by score) as median,
        count(cost_micros) as costs, coalesce(sum(cost_micros), 0)::bigint as cost_micros
      from counted group by 1)
    select * from folded join totals using (agent) left join axis using (agent)`.execute(database);
  return rows;
}

function compareAgents(one: Sums, other: Sums, by: "axis" | "pass-rate"): number {
  const compare = by === "axis" ? compareByResult : compareByPassRate;
  return compare(toRankedAgent(one), toRankedAgent(other));
}

function toRankedAgent({ agent, axis_mean, passed, failed }: Sums): RankedAgent {
  const counted = passed + failed;
  return {
    agentName: agent,
    axisResult: axis_mean,
    passRate: counted === 0 ? null : passed / counted,
    countedRuns: counted,
  };
}

/** By the exact mean of the scorecards, then completion rate, number of runs and name. */
function compareCards(one: Sums, other: Sums): number {
  return (
    compareFractionsDescending({ sum: one.score_sum, count: one.runs }, { sum: other.score_sum, count: other.runs }) ||
    compareFractionsDescending({ sum: one.completed, count: one.runs }, { sum: other.completed, count: other.runs }) ||
    other.runs - one.runs ||
    (one.agent < other.agent ? -1 : 1)
  );
}

const shownMetrics = {
  axis: ({ mean_axis_result }: PlacedRow) => mean_axis_result,
  scorecard: ({ mean_score }: PlacedRow) => mean_score,
  "pass-rate": ({ pass_rate }: PlacedRow) => pass_rate,
} as const;

type PlacedRow = Omit<LeaderboardRow, "place">;

/** Agents that show the same number share the place of the first of them. */
function findPlace(rows: readonly PlacedRow[], row: PlacedRow, by: RankingMetric): number | null {
  const shown = shownMetrics[by];
  return row.ranked && shown(row) !== null ? rows.findIndex((each) => shown(each) === shown(row)) + 1 : null;
}

function toLeaderboardRow(sums: Sums, minRuns: number): PlacedRow {
  const mean = { sum: sums.score_sum, count: sums.runs };
  const result = readMeanResult(sums);
  return {
    agent: sums.agent,
    runs: sums.runs,
    scenarios: sums.scenarios,
    mean_axis_result: result.mean,
    axis_interval: result.interval,
    axis_interval_scope: result.scope,
    passed: sums.passed,
    failed: sums.failed,
    pass_rate: toRankedAgent(sums).passRate,
    completed: sums.completed,
    completion_rate: sums.completed / sums.runs,
    mean_score: roundToDecimal(mean),
    mean_interval: meanBounds(sums, readSpread(sums, "score")),
    interval_scope: intervalScope(sums),
    median_score: sums.median,
    tier: tierForMean(mean),
    mean_cost_micros: sums.costs === 0 ? null : roundToWhole({ sum: sums.cost_micros, count: sums.costs }),
    last_scored_at: sums.last,
    ranked: sums.runs >= minRuns,
  };
}
