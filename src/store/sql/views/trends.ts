/** AXIS Results and scorecards over time, at most 500 points: each run, or the means of days or weeks (UTC, weeks from Monday). */
import { type RawBuilder, sql } from "kysely";
import type { CardTier } from "../../../core/run/run-scorecard.ts";
import { tierForMean } from "../../../core/run/tier.ts";
import type { Database } from "../schema/database.ts";
import { selectCountedScores, type ScoreFilter } from "./counted-scores.ts";
import { roundToDecimal } from "./mean.ts";
import { type Bounds, type Counts, type IntervalScope, intervalScope, meanBounds } from "./mean-bounds.ts";
import { foldedResultColumns, hasResult, readMeanResult, resultColumns, type ResultSums } from "./result-means.ts";
import {
  cellColumns,
  foldedColumns,
  type SpreadMeasure,
  measureColumns,
  measures,
  type Spread,
  readSpread,
} from "./spread.ts";

const maxPoints = 500;

export interface TrendQuery extends ScoreFilter {
  readonly bucket: "run" | "day" | "week";
  /** For days and weeks: one point per agent or per scenario, instead of one for all. */
  readonly by?: "agent" | "scenario";
}

interface TrendPoint extends Readonly<Record<SpreadMeasure, number>> {
  readonly at: Date;
  /** The id of a single run; null for a day or a week. */
  readonly run_id: string | null;
  /** The agent of the runs; null if the point may include runs of several agents. */
  readonly agent: string | null;
  readonly scenario: string | null;
  readonly runs: number;
  readonly scenarios: number;
  /** The mean over results (scenario × agent), each the mean of its trials; null if no run has an AXIS Result. */
  readonly axis_result: number | null;
  readonly passed: number;
  readonly failed: number;
  /** The tier of the unrounded mean score. */
  readonly tier: CardTier;
  /** The median of the known wall times; null if none is known. */
  readonly p50_wall_ms: number | null;
  /** For a single run: the p50 that its latency was compared with, or null if there was none. Null for a day or a week. */
  readonly baseline_p50_ms: number | null;
  readonly interval_scope: IntervalScope | null;
  readonly axis_interval_scope: IntervalScope | null;
  readonly intervals: Readonly<Record<SpreadMeasure | "axis_result", Bounds | null>>;
}

export interface Trends {
  /** The newest points, oldest first. */
  readonly points: TrendPoint[];
  /** Whether older points were left out. */
  readonly truncated: boolean;
}

/** Counted runs only. */
export async function readTrends(database: Database, query: TrendQuery): Promise<Trends> {
  const found = await (query.bucket === "run"
    ? readSingleRuns(database, query)
    : readMeans(database, query, query.bucket));
  return { points: found.slice(0, maxPoints).toReversed(), truncated: found.length > maxPoints };
}

type SingleRow = Pick<
  TrendPoint,
  | "at"
  | "agent"
  | "scenario"
  | "axis_result"
  | "passed"
  | "failed"
  | "tier"
  | "p50_wall_ms"
  | "baseline_p50_ms"
  | SpreadMeasure
> & {
  readonly run_id: string;
};

async function readSingleRuns(database: Database, query: TrendQuery): Promise<TrendPoint[]> {
  const { rows } = await sql<SingleRow>`select score.run_id, score.scored_at as at, score.agent,
      score.scenario_key as scenario, score.score, score.tier, score.completion, score.error_rate, score.latency,
      score.resource_efficiency, runs.wall_ms as p50_wall_ms,
      case when ${hasResult()} then runs.axis_result end as axis_result,
      (runs.run_status is not distinct from 'passed')::integer as passed,
      (runs.run_status is not distinct from 'failed')::integer as failed,
      (score.inputs->'latency'->>'p50_ms')::bigint as baseline_p50_ms
    ${selectCountedScores(query)}
    order by score.score_seq desc limit ${maxPoints + 1}`.execute(database);
  const intervals = { axis_result: null, ...mapMeasures(() => null) };
  const unknown = { interval_scope: null, axis_interval_scope: null, intervals };
  return rows.map((row) => ({ ...row, runs: 1, scenarios: 1, ...unknown }));
}

interface MeanRow extends Counts, Spread, ResultSums {
  readonly at: Date;
  readonly agent: string | null;
  readonly scenario: string | null;
  readonly p50_wall_ms: number | null;
  readonly passed: number;
  readonly failed: number;
}

/**
 * Sums the scores per scenario first, because the interval of a mean depends on how scenarios differ. Selects the
 * scores once, and sums nothing for points that are too old to be shown.
 */
async function readMeans(database: Database, query: TrendQuery, bucket: "day" | "week"): Promise<TrendPoint[]> {
  const { rows } = await sql<MeanRow>`with counted as materialized (
      select ${seriesColumns(query, bucket)}, score.scenario_key as cell, score.agent as who, runs.wall_ms,
        runs.run_status, runs.axis_result, ${measureColumns()}
      ${selectCountedScores(query)}),
    points as (select at from counted group by at, agent, scenario order by at desc limit ${maxPoints + 1}),
    shown as materialized (select * from counted where at >= (select min(at) from points)),
    cells as (
      select score.at, score.agent, score.scenario, score.cell, ${cellColumns()} from shown as score
      group by 1, 2, 3, 4),
    results as (
      select at, agent, scenario, cell, who, ${resultColumns()} from shown where ${hasResult()} group by 1, 2, 3, 4, 5),
    axis as (select at, agent, scenario, ${foldedResultColumns()} from results group by 1, 2, 3),
    totals as (
      select at, agent, scenario, percentile_disc(0.5) within group (order by wall_ms) as p50_wall_ms,
        count(*) filter (where run_status = 'passed') as passed,
        count(*) filter (where run_status = 'failed') as failed
      from shown group by 1, 2, 3),
    folded as (select at, agent, scenario, ${foldedColumns()} from cells group by 1, 2, 3)
    select folded.*, totals.p50_wall_ms, totals.passed, totals.failed, axis.axis_results, axis.axis_runs,
      axis.axis_fewest, axis.axis_mean, axis.axis_between, axis.axis_within, axis.axis_within_squares
    from folded join totals on ${isSamePoint(sql`totals`)} left join axis on ${isSamePoint(sql`axis`)}
    order by folded.at desc, folded.agent, folded.scenario limit ${maxPoints + 1}`.execute(database);
  return rows.map(toTrendPoint);
}

function isSamePoint(table: RawBuilder<unknown>): RawBuilder<boolean> {
  return sql`${table}.at = folded.at and coalesce(${table}.agent, '') = coalesce(folded.agent, '')
      and coalesce(${table}.scenario, '') = coalesce(folded.scenario, '')`;
}

/** The time, agent and scenario of a point: a filter's value is in every row; columns that are not distinguished are null. */
function seriesColumns({ by, agent, scenario }: TrendQuery, bucket: "day" | "week"): RawBuilder<unknown> {
  const none = sql`null::text`;
  return sql`date_trunc(${bucket}, score.scored_at, 'UTC') as at,
    ${by === "agent" || agent !== undefined ? sql`score.agent` : none} as agent,
    ${by === "scenario" || scenario !== undefined ? sql`score.scenario_key` : none} as scenario`;
}

function toTrendPoint(row: MeanRow): TrendPoint {
  const { at, agent, scenario, runs, scenarios, passed, failed, p50_wall_ms } = row;
  const result = readMeanResult(row);
  const mean = (name: SpreadMeasure) => ({ sum: readSpread(row, name).sum, count: runs });
  return {
    ...mapMeasures((name) => roundToDecimal(mean(name))),
    at,
    run_id: null,
    agent,
    scenario,
    runs,
    scenarios,
    axis_result: result.mean,
    passed,
    failed,
    tier: tierForMean(mean("score")),
    p50_wall_ms,
    baseline_p50_ms: null,
    interval_scope: intervalScope(row),
    axis_interval_scope: result.scope,
    intervals: { axis_result: result.interval, ...mapMeasures((name) => meanBounds(row, readSpread(row, name))) },
  };
}

function mapMeasures<Value>(valueOf: (name: SpreadMeasure) => Value): Record<SpreadMeasure, Value> {
  return Object.fromEntries(measures.map((name) => [name, valueOf(name)])) as Record<SpreadMeasure, Value>;
}
