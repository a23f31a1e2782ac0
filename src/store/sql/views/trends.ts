/** AXIS Results and scorecards over time, at most 500 points: each run, or the means of reports, days or weeks (UTC, weeks from Monday). */
import { type RawBuilder, sql } from "kysely";
import type { CardTier } from "../../../core/run/run-scorecard.ts";
import { tierForMean } from "../../../core/run/tier.ts";
import type { Database } from "../schema/database.ts";
import { selectCountedScores, type ScoreFilter } from "./counted-scores.ts";
import { roundToDecimal } from "./mean.ts";
import { type Bounds, type Counts, type IntervalScope, intervalScope, meanBounds } from "./mean-bounds.ts";
import {
  foldedResultColumns,
  hasResult,
  readMeanResult,
  resultColumns,
  type ResultMeasure,
  type ResultSums,
  runColumns,
} from "./result-means.ts";
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
  readonly bucket: "run" | "report" | "day" | "week";
  /** For means: one point per agent or per scenario, instead of one for all. */
  readonly by?: "agent" | "scenario";
}

type ResultMean = "axis_result" | "goal" | "environment" | "service" | "agent_points" | "cost_micros";

export interface TrendRow extends Readonly<Record<SpreadMeasure, number>> {
  readonly at: Date;
  /** The id of a single run; null for a mean. */
  readonly run_id: string | null;
  /** The report of a point, or of a single run; null for a day or a week, and for a run that belongs to none. */
  readonly report_id: string | null;
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
  /** The means of the four dimensions, by the same rule; null if no run has them. */
  readonly goal: number | null;
  readonly environment: number | null;
  readonly service: number | null;
  readonly agent_points: number | null;
  /** The mean cost of a run in millionths of a US dollar, over the runs whose cost is known; null if none is. */
  readonly cost_micros: number | null;
  readonly intervals: Readonly<Record<SpreadMeasure | ResultMean, Bounds | null>>;
}

export interface Trends {
  /** The newest points, oldest first. */
  readonly points: TrendRow[];
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
  TrendRow,
  | "at"
  | "agent"
  | "scenario"
  | ResultMean
  | "report_id"
  | "passed"
  | "failed"
  | "tier"
  | "p50_wall_ms"
  | "baseline_p50_ms"
  | SpreadMeasure
> & {
  readonly run_id: string;
};

async function readSingleRuns(database: Database, query: TrendQuery): Promise<TrendRow[]> {
  const { rows } = await sql<SingleRow>`select score.run_id, score.scored_at as at, score.agent,
      score.scenario_key as scenario, score.score, score.tier, score.completion, score.error_rate, score.latency,
      score.resource_efficiency, runs.wall_ms as p50_wall_ms,
      runs.report_id, runs.goal, runs.environment, runs.service, runs.agent_points, runs.cost_micros,
      case when ${hasResult()} then runs.axis_result end as axis_result,
      (runs.run_status is not distinct from 'passed')::integer as passed,
      (runs.run_status is not distinct from 'failed')::integer as failed,
      (score.inputs->'latency'->>'p50_ms')::bigint as baseline_p50_ms
    ${selectCountedScores(query)}
    order by score.score_seq desc limit ${maxPoints + 1}`.execute(database);
  const intervals = { ...mapResults(() => null), ...mapMeasures(() => null) };
  const unknown = { interval_scope: null, axis_interval_scope: null, intervals };
  return rows.map((row) => ({ ...row, runs: 1, scenarios: 1, ...unknown }));
}

interface MeanRow extends Counts, Spread, ResultSums {
  readonly at: Date;
  readonly report_id: string | null;
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
async function readMeans(database: Database, query: TrendQuery, bucket: MeanBucket): Promise<TrendRow[]> {
  const { rows } = await sql<MeanRow>`with ${bucket === "report" ? reportMoments(query) : sql``}
    counted as materialized (
      select ${seriesColumns(query, bucket)}, score.scenario_key as cell, score.agent as who, runs.wall_ms,
        ${runColumns()}, ${measureColumns()}
      ${selectCountedScores(query)}${bucket === "report" ? sql` and runs.report_id is not null` : sql``}),
    points as (
      select at from counted group by at, report_id, agent, scenario order by at desc limit ${maxPoints + 1}),
    shown as materialized (select * from counted where at >= (select min(at) from points)),
    cells as (
      select score.at, score.report_id, score.agent, score.scenario, score.cell, ${cellColumns()} from shown as score
      group by 1, 2, 3, 4, 5),
    results as (
      select at, report_id, agent, scenario, cell, who, ${resultColumns()} from shown group by 1, 2, 3, 4, 5, 6),
    axis as (select at, report_id, agent, scenario, ${foldedResultColumns()} from results group by 1, 2, 3, 4),
    totals as (
      select at, report_id, agent, scenario, percentile_disc(0.5) within group (order by wall_ms) as p50_wall_ms,
        count(*) filter (where run_status = 'passed') as passed,
        count(*) filter (where run_status = 'failed') as failed
      from shown group by 1, 2, 3, 4),
    folded as (select at, report_id, agent, scenario, ${foldedColumns()} from cells group by 1, 2, 3, 4)
    select axis.*, folded.*, totals.p50_wall_ms, totals.passed, totals.failed
    from folded join totals on ${isSamePoint(sql`totals`)} join axis on ${isSamePoint(sql`axis`)}
    order by folded.at desc, folded.report_id, folded.agent, folded.scenario limit ${maxPoints + 1}`.execute(database);
  return rows.map(toTrendPoint);
}

type MeanBucket = Exclude<TrendQuery["bucket"], "run">;

/** A report has the moment of its first run, whatever the filters keep, so that its points are above each other. */
function reportMoments({ workspaceId }: TrendQuery): RawBuilder<unknown> {
  return sql`reports as materialized (
      select report_id, min(queued_at) as at from runs
      where workspace_id = ${workspaceId} and report_id is not null group by 1),`;
}

function isSamePoint(table: RawBuilder<unknown>): RawBuilder<boolean> {
  return sql`${table}.at = folded.at and coalesce(${table}.report_id, '') = coalesce(folded.report_id, '')
      and coalesce(${table}.agent, '') = coalesce(folded.agent, '')
      and coalesce(${table}.scenario, '') = coalesce(folded.scenario, '')`;
}

/** The time, agent and scenario of a point: a filter's value is in every row; columns that are not distinguished are null. */
function seriesColumns({ by, agent, scenario }: TrendQuery, bucket: MeanBucket): RawBuilder<unknown> {
  const none = sql`null::text`;
  const isReport = bucket === "report";
  const moment = isReport
    ? sql`(select reports.at from reports where reports.report_id = runs.report_id)`
    : sql`date_trunc(${bucket}, score.scored_at, 'UTC')`;
  return sql`${moment} as at, ${isReport ? sql`runs.report_id` : none} as report_id,
    ${by === "agent" || agent !== undefined ? sql`score.agent` : none} as agent,
    ${by === "scenario" || scenario !== undefined ? sql`score.scenario_key` : none} as scenario`;
}

function toTrendPoint(row: MeanRow): TrendRow {
  const { at, report_id, agent, scenario, runs, scenarios, passed, failed, p50_wall_ms } = row;
  const results = mapResults((name) => readMeanResult(row, name));
  const mean = (name: SpreadMeasure) => ({ sum: readSpread(row, name).sum, count: runs });
  return {
    ...mapMeasures((name) => roundToDecimal(mean(name))),
    ...mapValues(results, ({ mean: value }) => value),
    at,
    run_id: null,
    report_id,
    agent,
    scenario,
    runs,
    scenarios,
    passed,
    failed,
    tier: tierForMean(mean("score")),
    p50_wall_ms,
    baseline_p50_ms: null,
    interval_scope: intervalScope(row),
    axis_interval_scope: results.axis_result.scope,
    intervals: {
      ...mapValues(results, ({ interval }) => interval),
      ...mapMeasures((name) => meanBounds(row, readSpread(row, name))),
    },
  };
}

function mapMeasures<Value>(valueOf: (name: SpreadMeasure) => Value): Record<SpreadMeasure, Value> {
  return Object.fromEntries(measures.map((name) => [name, valueOf(name)])) as Record<SpreadMeasure, Value>;
}

const resultNames: Readonly<Record<ResultMean, ResultMeasure>> = {
  axis_result: "axis",
  goal: "goal",
  environment: "environment",
  service: "service",
  agent_points: "agent_points",
  cost_micros: "cost",
};

function mapResults<Value>(valueOf: (name: ResultMeasure) => Value): Record<ResultMean, Value> {
  return mapValues(resultNames, valueOf);
}

function mapValues<From, To>(values: Readonly<Record<ResultMean, From>>, map: (value: From) => To) {
  return Object.fromEntries(Object.entries(values).map(([name, value]) => [name, map(value)])) as Record<
    ResultMean,
    To
  >;
}
