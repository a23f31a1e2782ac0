/** Scores over time, at most 500 points: each run, or the means of days or weeks (UTC, weeks from Monday). */
import { type SelectQueryBuilder, sql } from "kysely";
import { formulaVersion } from "../../../core/run-scorecard.ts";
import type { Database, Tables } from "../schema/database.ts";
import { plainText } from "../text.ts";
import { oneDecimal } from "./mean.ts";

const mostPoints = 500;

export interface TrendQuery {
  readonly workspaceId: string;
  readonly agent?: string;
  readonly scenario?: string;
  readonly bucket: "run" | "day" | "week";
}

export interface TrendPoint {
  readonly at: Date;
  /** Of a single run; null for a day or a week. */
  readonly run_id: string | null;
  readonly runs: number;
  readonly score: number;
  readonly completion: number;
  readonly error_rate: number;
  readonly latency: number;
  readonly resource_efficiency: number;
  /** The median of the known wall times; null where none is known. */
  readonly p50_wall_ms: number | null;
}

/** The newest points, oldest first. Counted runs only. */
export async function trends(database: Database, query: TrendQuery): Promise<TrendPoint[]> {
  const points = await (query.bucket === "run" ? singleRuns(database, query) : means(database, query, query.bucket));
  return points.toReversed();
}

type Scores = SelectQueryBuilder<Tables & { score: Tables["agent_run_scores"] }, "score" | "runs", object>;

function countedScores(database: Database, { workspaceId, agent, scenario }: TrendQuery): Scores {
  let select = database
    .selectFrom("agent_run_scores as score")
    .innerJoin("runs", "runs.id", "score.run_id")
    .where("score.workspace_id", "=", workspaceId)
    .where("score.counted", "=", true)
    .where("score.formula_version", "=", formulaVersion);
  if (agent !== undefined) select = select.where("score.agent", "=", plainText(agent));
  if (scenario !== undefined) select = select.where("score.scenario_key", "=", plainText(scenario));
  return select as unknown as Scores;
}

async function singleRuns(database: Database, query: TrendQuery): Promise<TrendPoint[]> {
  const rows = await countedScores(database, query)
    .select(["score.run_id", "score.scored_at as at", "score.score", "runs.wall_ms as p50_wall_ms"])
    .select(["score.completion", "score.error_rate", "score.latency", "score.resource_efficiency"])
    .orderBy("score.score_seq", "desc")
    .limit(mostPoints)
    .execute();
  return rows.map((row) => ({ ...row, runs: 1 }));
}

async function means(database: Database, query: TrendQuery, bucket: "day" | "week"): Promise<TrendPoint[]> {
  const start = sql<Date>`date_trunc(${bucket}, score.scored_at, 'UTC')`;
  const rows = await countedScores(database, query)
    .select(({ fn }) => [start.as("at"), fn.countAll<number>().as("runs")])
    .select([
      sql<number>`sum(score.score)::bigint`.as("score"),
      sql<number>`sum(score.completion)::bigint`.as("completion"),
      sql<number>`sum(score.error_rate)::bigint`.as("error_rate"),
      sql<number>`sum(score.latency)::bigint`.as("latency"),
      sql<number>`sum(score.resource_efficiency)::bigint`.as("resource_efficiency"),
      sql<number | null>`percentile_disc(0.5) within group (order by runs.wall_ms)`.as("p50_wall_ms"),
    ])
    // By its place: the same parameter written twice would be two different expressions to Postgres.
    .groupBy(sql`1`)
    .orderBy("at", "desc")
    .limit(mostPoints)
    .execute();
  return rows.map((row) => {
    const mean = (sum: number) => oneDecimal({ sum, count: row.runs });
    return {
      at: row.at,
      run_id: null,
      runs: row.runs,
      score: mean(row.score),
      completion: mean(row.completion),
      error_rate: mean(row.error_rate),
      latency: mean(row.latency),
      resource_efficiency: mean(row.resource_efficiency),
      p50_wall_ms: row.p50_wall_ms,
    };
  });
}
