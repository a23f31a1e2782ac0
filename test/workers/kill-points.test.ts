/**
 * A worker is killed at each numbered point between the claim of a run and the completion of its token. The database
 * itself holds it there: a trigger at each point waits for a lock that the test has, in the run that is named after the
 * point. When the worker is dead the lock is given back, and another worker sets everything right.
 */
import { sql } from "kysely";
import { expect, test } from "vitest";
import { openPostgres } from "../../src/store/sql/drivers/postgres.ts";
import type { Database } from "../../src/store/sql/schema/database.ts";
import { until } from "../fixtures/axis.ts";
import { startPostgres } from "../postgres.ts";
import { openFleet } from "./fleet.ts";

interface Point {
  /** Where the worker stops. */
  readonly at: string;
  /** The trigger: when, on what, and under which condition. */
  readonly when: string;
  readonly table: string;
  readonly condition: string;
  /** The column that says which run a row belongs to. */
  readonly run: string;
  /** How often the agent is started in all: again, unless its facts were stored. */
  readonly starts: number;
}

const run = { run: "new.run_id" };
const row = { table: "axis.runs", run: "new.id" };
const always = "true";

const points: readonly Point[] = [
  { at: "claim", ...row, when: "before update", condition: "new.attempt > old.attempt", starts: 1 },
  { at: "files", ...run, when: "before insert", table: "axis.run_files", condition: "new.attempt = 1", starts: 2 },
  { at: "facts", ...row, when: "before update", condition: "old.facts is null and new.facts is not null", starts: 2 },
  // Stages are told as they end, while the run goes on.
  { at: "stages", ...run, when: "before insert", table: "axis.run_stages", condition: always, starts: 2 },
  { at: "run", ...row, when: "before update", condition: "new.status = 'finished'", starts: 1 },
  { at: "score", ...run, when: "before insert", table: "axis.agent_run_scores", condition: always, starts: 1 },
  { at: "sample", ...run, when: "before insert", table: "axis.latency_samples", condition: always, starts: 1 },
  {
    at: "events",
    ...run,
    when: "before insert",
    table: "axis.run_events",
    condition: "new.type = 'run.scored'",
    starts: 1,
  },
  { at: "commit", ...run, when: "after insert", table: "axis.agent_run_scores", condition: always, starts: 1 },
  {
    at: "token",
    when: "before update",
    table: "axis_queue.job",
    condition: "new.state = 'completed'",
    run: "new.data->>'runId'",
    starts: 1,
  },
];

/** Any number that nothing else locks. */
const key = 4_747_001;

test("killed at any point, a run is finished and scored once, and its agent runs again only before its facts are stored", async () => {
  // Transactions that stay open hold back the events of every database of a cluster, so this one has its own.
  await using postgres = await startPostgres();
  const { url } = postgres;
  const scenario = { name: "A task", prompt: "Make out.txt", judge: "It is there" };
  const files = Object.fromEntries(points.map(({ at }) => [`scenarios/${at}.json`, scenario]));
  // A lock of each scenario's own pace: one that waits must not hold up the others.
  const config = { settings: { scorecard: { baseline_scope: "scenario" } } };
  await using fleet = await openFleet(url, { config, files, workMs: 100 });
  const { project, env, store } = fleet;
  await project.write({ "scenarios/task.json": { ...scenario, skip: true } });
  await using guard = openPostgres(url);
  const asking = project.start(["run", "--queue", "--no-score"], { env });
  await until(async () => (await queuedRuns(store.database)) === points.length);
  for (const point of points) await hold(store.database, point);
  await guard.database.connection().execute(async (connection) => {
    await sql`select pg_advisory_lock(${key}::bigint)`.execute(connection);
    // Each that waits keeps a connection of its worker: few enough per worker that it has others left.
    const doomed = ["one", "two", "three", "four", "five"].map((name) => fleet.work(name, ["--slots", "2"]));
    await until(async () => (await waiting(store.database)) >= points.length);
    // Told of its first stage, a run goes on: its agent begins meanwhile. Only the first point comes before any agent.
    await until(() => fleet.count("starts") >= points.length - 1);
    doomed.forEach(({ child }) => child.kill("SIGKILL"));
    await Promise.all(doomed.map(({ ended }) => ended));
    await endWaiting(connection);
    await sql`select pg_advisory_unlock(${key}::bigint)`.execute(connection);
  });
  await fleet.silence();
  fleet.work("late", ["--slots", "4"]);
  expect((await asking.ended).code).toBe(0);

  const finished = await fleet.finished();
  expect(finished.map(({ outcome }) => outcome)).toEqual(points.map(() => "COMPLETED"));
  expect(finished.every(({ score }) => score !== null)).toBe(true);
  expect(finished.filter(({ attempt }) => attempt > 2)).toEqual([]);
  expect(await artifacts(store.database)).toEqual(finished.map(() => "out.txt"));
  expect(await rowsOf(store.database, "agent_run_scores")).toBe(points.length);
  expect(await rowsOf(store.database, "latency_samples")).toBe(points.length);
  expect(fleet.count("starts")).toBe(points.reduce((sum, { starts }) => sum + starts, 0));
  await until(async () => (await openTokens(store.database)) === 0);
});

/** Rows of the run of that scenario wait for the lock; what waited goes on like anything else. */
async function hold(database: Database, { at, when, table, condition, run: owner }: Point): Promise<void> {
  const isDeferred = at === "commit";
  await sql`${sql.raw(`
    create function hold_${at}() returns trigger language plpgsql as $$
    begin
      if (${condition}) and exists (select 1 from axis.runs where id = ${owner} and scenario_key = '${at}') then
        perform pg_advisory_lock_shared(${key}::bigint);
        perform pg_advisory_unlock_shared(${key}::bigint);
      end if;
      return new;
    end $$`)}`.execute(database);
  await sql`${sql.raw(
    isDeferred
      ? `create constraint trigger hold_${at} ${when} on ${table} deferrable initially deferred for each row execute function hold_${at}()`
      : `create trigger hold_${at} ${when} on ${table} for each row execute function hold_${at}()`,
  )}`.execute(database);
}

async function waiting(database: Database): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*) from pg_locks where locktype = 'advisory' and not granted and objid = ${key}`.execute(database);
  return Number(rows[0]?.count);
}

/** The server finds out that nobody is there; but for a commit, which goes through although nobody hears of it. */
async function endWaiting(database: Database): Promise<void> {
  await sql`
    select pg_terminate_backend(pid) from pg_locks join pg_stat_activity using (pid)
    where locktype = 'advisory' and not granted and objid = ${key} and query !~* '^commit'`.execute(database);
}

async function queuedRuns(database: Database): Promise<number> {
  const rows = await database.selectFrom("runs").select("id").where("status", "=", "queued").execute();
  return rows.length;
}

async function openTokens(database: Database): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*) from axis_queue.job where state in ('created', 'retry', 'active')`.execute(database);
  return Number(rows[0]?.count);
}

/** Captured files of the attempts that count. */
async function artifacts(database: Database): Promise<string[]> {
  const rows = await database
    .selectFrom("run_files")
    .innerJoin("runs", (join) => join.onRef("runs.id", "=", "run_id").onRef("runs.attempt", "=", "run_files.attempt"))
    .select("path")
    .where("kind", "=", "artifact")
    .execute();
  return rows.map(({ path }) => path);
}

async function rowsOf(database: Database, table: "agent_run_scores" | "latency_samples"): Promise<number> {
  const { count } = await database
    .selectFrom(table)
    .select(({ fn }) => fn.countAll<number>().as("count"))
    .executeTakeFirstOrThrow();
  return count;
}
