/** Counts over the whole store, for monitoring. */
import { sql } from "kysely";
import type { CardAxis } from "../../core/run/run-scorecard.ts";
import type { Database } from "./schema/database.ts";
import { lostAfterSeconds } from "./workers.ts";

/** A histogram of repair loops per run: the number of runs up to each bound, and the total. */
interface RepairLoops {
  readonly upTo: Readonly<Record<string, number>>;
  readonly runs: number;
  readonly loops: number;
}

/** A histogram of scoring times: the number of runs up to each bound, the number of runs with a time, and the total. */
interface ScoringTimes {
  /** Bounds in ascending order, each with its count. */
  readonly upTo: readonly (readonly [number, number])[];
  readonly runs: number;
  readonly seconds: number;
}

export interface StoreFigures {
  readonly runs: Readonly<Record<string, number>>;
  readonly scored: Readonly<Record<string, number>>;
  readonly defaulted: Readonly<Record<CardAxis, number>>;
  readonly gates: Readonly<Record<string, number>>;
  readonly queue: Readonly<Record<string, number>>;
  readonly workers: Readonly<Record<string, number>>;
  readonly repairLoops: RepairLoops;
  readonly scoringTimes: ScoringTimes;
  /** The number of attempts beyond the first of each run. */
  readonly repeatedAttempts: number;
}

/** Resolves when the database has answered a query that needs no table. */
export async function pingStore(database: Database): Promise<void> {
  await sql`select 1`.execute(database);
}

/** Counts everything now. */
export async function readStoreFigures(database: Database): Promise<StoreFigures> {
  return {
    runs: await countBy(
      database,
      sql`select outcome as label, count(*) as count from runs where status = 'finished' group by 1`,
    ),
    scored: await countBy(database, sql`select tier as label, count(*) as count from agent_run_scores group by 1`),
    defaulted: await countDefaultedAxes(database),
    gates: await countBy(database, sql`select passed::text as label, count(*) as count from gate_results group by 1`),
    queue: await countBy(
      database,
      sql`select status as label, count(*) as count from runs where status in ('queued', 'running') group by 1`,
    ),
    workers: await countBy(
      database,
      sql`select state as label, count(*) as count from workers
        where seen_at > now() - make_interval(secs => ${lostAfterSeconds}) group by 1`,
    ),
    scoringTimes: await readScoringTimes(database),
    ...(await countAttempts(database)),
  };
}

async function countBy(database: Database, query: ReturnType<typeof sql>): Promise<Record<string, number>> {
  const { rows } = await query.execute(database);
  return Object.fromEntries((rows as { label: string; count: number }[]).map(({ label, count }) => [label, count]));
}

async function countDefaultedAxes(database: Database): Promise<Record<CardAxis, number>> {
  const of = (axis: CardAxis) => sql<number>`count(*) filter (where (defaulted->>${axis})::boolean)`;
  return await database
    .selectFrom("agent_run_scores")
    .select([
      of("completion").as("completion"),
      of("error_rate").as("error_rate"),
      of("latency").as("latency"),
      of("resource_efficiency").as("resource_efficiency"),
    ])
    .executeTakeFirstOrThrow();
}

/** Bounds of the published histogram. */
const loopBounds = [0, 1, 2, 3, 5, 10] as const;

async function countAttempts(database: Database): Promise<Pick<StoreFigures, "repairLoops" | "repeatedAttempts">> {
  const rows = await database
    .selectFrom("runs")
    .select(({ fn }) => ["repair_loops", fn.countAll<number>().as("runs")])
    .select(sql<number>`sum(greatest(attempt - 1, 0))::bigint`.as("repeats"))
    .where("status", "=", "finished")
    .groupBy("repair_loops")
    .execute();
  const sum = (values: readonly number[]) => values.reduce((total, value) => total + value, 0);
  const within = (most: number) => sum(rows.filter((row) => row.repair_loops <= most).map(({ runs }) => runs));
  return {
    repairLoops: {
      upTo: Object.fromEntries(loopBounds.map((most) => [String(most), within(most)])),
      runs: sum(rows.map(({ runs }) => runs)),
      loops: sum(rows.map((row) => row.repair_loops * row.runs)),
    },
    repeatedAttempts: sum(rows.map(({ repeats }) => repeats)),
  };
}

/** In seconds. The targets for the scoring transaction are 0.05 on Postgres and 0.2 in the embedded database. */
const secondsBounds = [0.001, 0.005, 0.01, 0.025, 0.05, 0.1, 0.2, 0.5, 1, 5] as const;

async function readScoringTimes(database: Database): Promise<ScoringTimes> {
  const within = (seconds: number) =>
    sql<number>`count(*) filter (where scoring_micros <= ${Math.round(seconds * 1_000_000)}::integer)`;
  const { micros, runs, ...counts } = await database
    .selectFrom("agent_run_scores")
    .select(sql<number>`coalesce(sum(scoring_micros), 0)::bigint`.as("micros"))
    .select(({ fn }) => fn.count<number>("scoring_micros").as("runs"))
    .select(secondsBounds.map((seconds, index) => within(seconds).as(`bound${index}`)))
    .executeTakeFirstOrThrow();
  const upTo = secondsBounds.map((seconds, index) => [seconds, counts[`bound${index}`] ?? 0] as const);
  return { upTo, runs, seconds: micros / 1_000_000 };
}
