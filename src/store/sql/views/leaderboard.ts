/** The leaderboard of a workspace: agents by AXIS Result or by another number, and which of them can be told apart. */
import { sql } from "kysely";
import {
  compareByNumber,
  compareByPassRate,
  compareByResult,
  lowestFirst,
  type RankedAgent,
  type RankingMetric,
} from "../../../core/report/agent-ranking.ts";
import type { CardTier } from "../../../core/run/run-scorecard.ts";
import { tierForMean } from "../../../core/run/tier.ts";
import { clusteredWilsonInterval } from "../../../statistics/one-group/wilson.ts";
import type { GroupDifference } from "../../../statistics/two-groups/compare-groups.ts";
import type { Database } from "../schema/database.ts";
import { selectCountedScores, type ScoreFilter } from "./counted-scores.ts";
import { compareAgents, type PlacedAgents } from "./agent-places.ts";
import { compareFractionsDescending, roundToDecimal, roundToWhole } from "./mean.ts";
import { type Bounds, type Counts, type IntervalScope, intervalScope, meanBounds } from "./mean-bounds.ts";
import { foldedResultColumns, readMeanResult, resultColumns, type ResultSums, runColumns } from "./result-means.ts";
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
  /** The places that the agent can have: agents whose difference may be chance share theirs. Null if it is not ranked. */
  readonly places: { readonly from: number; readonly to: number } | null;
  readonly runs: number;
  readonly scenarios: number;
  /** The mean over results, each the mean of its trials; null if no run has an AXIS Result. */
  readonly mean_axis_result: number | null;
  readonly axis_interval: Bounds | null;
  readonly axis_interval_scope: IntervalScope | null;
  /** The means of the four dimensions, by the same rule. */
  readonly dimensions: Readonly<
    Record<DimensionKey, { readonly mean: number | null; readonly interval: Bounds | null }>
  >;
  readonly passed: number;
  readonly failed: number;
  /** The share of runs that passed, of those that passed or failed; null if there are none. */
  readonly pass_rate: number | null;
  /** From 0 to 1; null with fewer than two scenarios. */
  readonly pass_rate_interval: Bounds | null;
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
  /** The mean cost of a run divided by the pass rate; null if no cost is known, or no run passed. */
  readonly cost_per_pass_micros: number | null;
  /** The median of the known wall times. */
  readonly p50_wall_ms: number | null;
  readonly last_scored_at: Date;
  readonly ranked: boolean;
}

const dimensionKeys = ["goal", "environment", "service", "agent"] as const;
type DimensionKey = (typeof dimensionKeys)[number];

export interface Leaderboard {
  /** Ranked agents first, each group best first. */
  readonly rows: LeaderboardRow[];
  /** The ranked agents, two by two; empty for a metric that is not compared run by run. */
  readonly differences: readonly GroupDifference[];
}

export async function readLeaderboard(database: Database, query: LeaderboardQuery): Promise<Leaderboard> {
  const { by = "axis", minRuns } = query;
  const sums = await readAgentSums(database, query);
  const sorted = sums.toSorted(
    (one, other) =>
      Number(other.runs >= minRuns) - Number(one.runs >= minRuns) ||
      (by === "scorecard" ? compareCards(one, other) : compareSums(one, other, by)),
  );
  const rows = sorted.map((row) => toLeaderboardRow(row, minRuns));
  const ranked = rows.filter((row) => row.ranked && readMetric(row, by) !== null).map(({ agent }) => agent);
  const compared = await compareAgents(database, query, { agents: ranked, by });
  const placed = rows.map((row) => placeRow(row, { rows, by, compared }));
  return { rows: placed, differences: compared.differences };
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
  readonly p50_wall_ms: number | null;
  readonly last: Date;
  /** Per scenario: how many runs passed or failed, and how many of them passed. */
  readonly pass_cells: readonly (readonly [number, number])[];
}

async function readAgentSums(database: Database, query: LeaderboardQuery): Promise<Sums[]> {
  const { rows } = await sql<Sums>`with counted as materialized (
      select score.agent, score.scenario_key, score.scored_at, ${measureColumns()},
        runs.outcome, runs.wall_ms, ${runColumns()}
      ${selectCountedScores(query)}),
    cells as (
      select score.agent, score.scenario_key, ${cellColumns()} from counted as score group by 1, 2),
    folded as (select agent, ${foldedColumns()} from cells group by 1),
    results as (
      select agent, scenario_key, ${resultColumns()},
        count(*) filter (where run_status in ('passed', 'failed')) as judged,
        count(*) filter (where run_status = 'passed') as passes
      from counted group by 1, 2),
    axis as (
      select agent, ${foldedResultColumns()}, coalesce(json_agg(json_build_array(judged, passes) order by scenario_key)
        filter (where judged > 0), '[]') as pass_cells
      from results group by 1),
    totals as (
      select agent, max(scored_at) as last,
        count(*) filter (where outcome = 'COMPLETED') as completed,
        count(*) filter (where run_status = 'passed') as passed,
        count(*) filter (where run_status = 'failed') as failed,
        percentile_cont(0.5) within group (order by score) as median,
        percentile_disc(0.5) within group (order by wall_ms) as p50_wall_ms,
        count(cost_micros) as costs, coalesce(sum(cost_micros), 0)::bigint as cost_micros
      from counted group by 1)
    select * from folded join totals using (agent) join axis using (agent)`.execute(database);
  return rows;
}

function compareSums(one: Sums, other: Sums, by: Exclude<RankingMetric, "scorecard">): number {
  if (by === "axis") return compareByResult(toRankedAgent(one), toRankedAgent(other));
  if (by === "pass-rate") return compareByPassRate(toRankedAgent(one), toRankedAgent(other));
  const toNumbered = (sums: Sums) => ({ ...toRankedAgent(sums), number: readNumber(sums, by) });
  return compareByNumber(toNumbered(one), toNumbered(other), lowestFirst.has(by) ? "lowest" : "highest");
}

function readNumber(sums: Sums, by: DimensionKey | "cost-per-pass" | "time"): number | null {
  if (by === "time") return sums.p50_wall_ms;
  if (by === "cost-per-pass") return readCostPerPass(sums);
  return by === "agent" ? sums.agent_points_mean : sums[`${by}_mean`];
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

/** Where only some costs are known, they stand for the others. */
function readCostPerPass(sums: Sums): number | null {
  const { costs, cost_micros: micros, passed, failed } = sums;
  if (costs === 0 || passed === 0) return null;
  return (micros / costs) * ((passed + failed) / passed);
}

type PlacedRow = Omit<LeaderboardRow, "place" | "places">;

/** The number that a board is ranked by, as shown. */
function readMetric(row: PlacedRow, by: RankingMetric): number | null {
  if (by === "axis") return row.mean_axis_result;
  if (by === "scorecard") return row.mean_score;
  if (by === "pass-rate") return row.pass_rate;
  if (by === "time") return row.p50_wall_ms;
  return by === "cost-per-pass" ? row.cost_per_pass_micros : row.dimensions[by].mean;
}

interface Placing {
  readonly rows: readonly PlacedRow[];
  readonly by: RankingMetric;
  readonly compared: PlacedAgents;
}

/** Agents that show the same number share the place of the first of them. */
function placeRow(row: PlacedRow, { rows, by, compared }: Placing): LeaderboardRow {
  const number = readMetric(row, by);
  const isPlaced = row.ranked && number !== null;
  const first = rows.findIndex((each) => readMetric(each, by) === number) + 1;
  const equal = rows.filter((each) => each.ranked && readMetric(each, by) === number).length;
  const places = compared.places.get(row.agent) ?? { from: first, to: first + equal - 1 };
  return { ...row, place: isPlaced ? first : null, places: isPlaced ? places : null };
}

function toLeaderboardRow(sums: Sums, minRuns: number): PlacedRow {
  const mean = { sum: sums.score_sum, count: sums.runs };
  const result = readMeanResult(sums);
  const perPass = readCostPerPass(sums);
  return {
    agent: sums.agent,
    runs: sums.runs,
    scenarios: sums.scenarios,
    mean_axis_result: result.mean,
    axis_interval: result.interval,
    axis_interval_scope: result.scope,
    dimensions: readDimensions(sums),
    passed: sums.passed,
    failed: sums.failed,
    pass_rate: toRankedAgent(sums).passRate,
    pass_rate_interval: readPassInterval(sums),
    completed: sums.completed,
    completion_rate: sums.completed / sums.runs,
    mean_score: roundToDecimal(mean),
    mean_interval: meanBounds(sums, readSpread(sums, "score")),
    interval_scope: intervalScope(sums),
    median_score: sums.median,
    tier: tierForMean(mean),
    mean_cost_micros: sums.costs === 0 ? null : roundToWhole({ sum: sums.cost_micros, count: sums.costs }),
    cost_per_pass_micros: perPass === null ? null : Math.round(perPass),
    p50_wall_ms: sums.p50_wall_ms,
    last_scored_at: sums.last,
    ranked: sums.runs >= minRuns,
  };
}

function readDimensions(sums: Sums): LeaderboardRow["dimensions"] {
  const read = (key: DimensionKey) => {
    const { mean, interval } = readMeanResult(sums, key === "agent" ? "agent_points" : key);
    return [key, { mean, interval }] as const;
  };
  return Object.fromEntries(dimensionKeys.map(read)) as Record<DimensionKey, ReturnType<typeof read>[1]>;
}

/** Null as well where scenarios have so different numbers of runs that the interval is about another rate. */
function readPassInterval(sums: Sums): Bounds | null {
  const { pass_cells: cells } = sums;
  const rate = toRankedAgent(sums).passRate;
  const interval = clusteredWilsonInterval(
    cells.map(([, passes]) => passes),
    cells.map(([runs]) => runs),
  );
  if (interval === null || rate === null) return null;
  const { lower, upper } = interval;
  return lower <= rate && rate <= upper ? { lower, upper } : null;
}
