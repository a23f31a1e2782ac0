import { execFile } from "node:child_process";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createDatabase } from "../../../../test/test-database.ts";
import { sampleCard, sampleFacts } from "../suite/samples.fixture.ts";
import { waitForTransactions } from "../all-ended.fixture.ts";
import { createTestWorkspace, startRun } from "../suite/suite-helpers.fixture.ts";
import { openSqlStore } from "../open.ts";
import { isTransient } from "../retry.ts";
import { readLatencyBaseline } from "../runs/latency-baseline.ts";
import { addEvents, findLastEvent, readEvents } from "../runs/run-events.ts";
import { storeFacts } from "../runs/runs.ts";
import { finishRunRow } from "../runs/scoring.ts";
import type { SqlStore } from "../sql-store.ts";
import { ConnectionLost } from "./connection-lost.ts";
import { openPostgres } from "./postgres.ts";

const jiti = join(dirname(createRequire(import.meta.url).resolve("jiti/package.json")), "lib", "jiti-cli.mjs");
const scoreRuns = fileURLToPath(new URL("../score-runs.fixture.ts", import.meta.url));

let url: string;
let store: SqlStore;
beforeAll(async () => {
  url = await createDatabase();
  store = await openSqlStore({ configDir: ".", url, migrations: "run", onWarning: () => {} });
});
afterAll(() => store[Symbol.asyncDispose]());

/** Ends every other connection to this database, as a restart of Postgres does. */
async function cutConnections(): Promise<void> {
  await using other = openPostgres(url);
  await sql`select pg_terminate_backend(pid) from pg_stat_activity
    where datname = current_database() and pid <> pg_backend_pid()`.execute(other.database);
}

async function readyRuns(workspaceId: string, count: number): Promise<string[]> {
  const ids: string[] = [];
  for (let index = 0; index < count; index += 1) {
    const runId = await startRun(store, { workspaceId });
    await storeFacts(store.database, { runId, attempt: 1 }, sampleFacts(runId, { wall_ms: 1_000 + index }));
    ids.push(runId);
  }
  return ids;
}

test("three processes that score the same runs at once make one score and one sample of each", async () => {
  const workspaceId = await createTestWorkspace(store);
  const ids = await readyRuns(workspaceId, 8);
  const run = promisify(execFile);
  const answers = await Promise.all([1, 2, 3].map(() => run(process.execPath, [jiti, scoreRuns, url, ...ids])));
  const statuses = answers.map(({ stdout }) => JSON.parse(stdout) as string[]);
  for (const index of ids.keys())
    expect(statuses.map((all) => all[index]).filter((status) => status === "scored")).toHaveLength(1);
  const rows = await store.database
    .selectFrom("agent_run_scores")
    .select(["run_id", "inputs"])
    .where("workspace_id", "=", workspaceId)
    .orderBy("score_seq")
    .execute();
  expect(rows).toHaveLength(8);
  for (const [index, { inputs }] of rows.entries())
    expect(inputs.latency.run_ids).toEqual(
      rows
        .slice(0, index)
        .map(({ run_id }) => run_id)
        .toReversed(),
    );
});

test("a connection that breaks in the middle of scoring is replaced, and the run is scored once", async () => {
  const workspaceId = await createTestWorkspace(store);
  const [runId = ""] = await readyRuns(workspaceId, 1);
  let scoring: ReturnType<typeof finishRunRow> | undefined;
  await using other = openPostgres(url);
  const held = other.database.transaction().execute(async (transaction) => {
    // Rows that refer to the workspace have to wait for this one.
    await sql`select id from workspaces where id = ${workspaceId} for update`.execute(transaction);
    scoring = finishRunRow(store.database, { runId, attempt: 1, ending: {} }, sampleCard);
    while (!(await isWaiting())) await sql`select pg_sleep(0.01)`.execute(transaction);
    await cutConnections();
    await sql`select 1`.execute(transaction);
  });
  await expect(held).rejects.toThrow();
  expect(await scoring).toMatchObject({ status: "scored" });
  const pace = await readLatencyBaseline(store.database, { workspaceId, scope: "workspace", scenarioKey: "" });
  expect(pace.run_ids).toEqual([runId]);
});

/** Whether a transaction waits for another's lock. */
async function isWaiting(): Promise<boolean> {
  const { rows } = await sql`select pid from pg_stat_activity
    where datname = current_database() and wait_event_type = 'Lock'`.execute(store.database);
  return rows.length > 0;
}

test("whoever stands still in a transaction is given up before the 30 seconds after which a worker's run goes to another", async () => {
  await using own = openPostgres(url);
  const standstill = sql<{ ms: number }>`
    select extract(epoch from current_setting('idle_in_transaction_session_timeout')::interval)::integer * 1000 as ms`;
  const usual = await own.database.transaction().execute((transaction) => standstill.execute(transaction));
  expect(usual.rows).toEqual([{ ms: 25_000 }]);
  const lost = own.database.transaction().execute(async (frozen) => {
    await sql`set local idle_in_transaction_session_timeout to 50`.execute(frozen);
    await sql`select id from workspaces for update`.execute(frozen);
    // Resolved when the rows of the frozen one are free.
    await sql`update workspaces set name = name`.execute(store.database);
    await sql`select 1`.execute(frozen);
  });
  const error: unknown = await lost.catch((caught: unknown) => caught);
  expect(isTransient(error)).toBe(true);
});

test("a lost connection is told from a refused query", async () => {
  await using own = openPostgres(url);
  const lost = own.database.transaction().execute(async (transaction) => {
    await sql`select 1`.execute(transaction);
    await cutConnections();
    await sql`select 1`.execute(transaction);
  });
  const error: unknown = await lost.catch((caught: unknown) => caught);
  expect(error instanceof ConnectionLost || (error as { code?: string }).code === "57P01").toBe(true);
  await expect(sql`select nonsense`.execute(own.database)).rejects.toMatchObject({ code: "42703" });
});

test("an event is read only when no open transaction can still bring an earlier one", async () => {
  const workspaceId = await createTestWorkspace(store);
  const after = await findLastEvent(store.database);
  const read = async () =>
    (await readEvents(store.database, { workspaceId, after, limit: 10 })).map(({ data }) => data["from"]);
  await store.database.transaction().execute(async (slow) => {
    await addEvents(slow, [{ workspaceId, type: "worker.changed", data: { from: "slow" } }]);
    await addEvents(store.database, [{ workspaceId, type: "worker.changed", data: { from: "quick" } }]);
    expect(await read()).toEqual([]);
  });
  await waitForTransactions(store);
  expect(await read()).toEqual(["slow", "quick"]);
});

test("readers that follow while fifty transactions write at once see every event once", async () => {
  const workspaceId = await createTestWorkspace(store);
  let after = await findLastEvent(store.database);
  const seen: number[] = [];
  const follow = async () => {
    const events = await readEvents(store.database, { workspaceId, after, limit: 7 });
    seen.push(...events.map(({ seq }) => seq));
    after = events.at(-1)?.seq ?? after;
  };
  const writers = Array.from({ length: 50 }, () =>
    store.database.transaction().execute(async (transaction) => {
      await sql`select pg_current_xact_id(), pg_sleep(0.002)`.execute(transaction);
      await addEvents(transaction, [{ workspaceId, type: "worker.changed" }]);
    }),
  );
  const written = Promise.all(writers);
  for (let round = 0; round < 20; round += 1) await follow();
  await written;
  await waitForTransactions(store);
  for (let before = -1; before !== seen.length;) {
    before = seen.length;
    await follow();
  }
  expect(seen).toHaveLength(50);
  expect(new Set(seen).size).toBe(50);
});

test("a listener whose connection was cut hears again after a while", async () => {
  const workspaceId = await createTestWorkspace(store);
  const problems: unknown[] = [];
  const heard = { count: 0 };
  let wake = () => {};
  await using listening = await store.listen(() => {
    heard.count += 1;
    wake();
  });
  await cutConnections();
  while (heard.count === 0) {
    const woken = new Promise<void>((resolve) => (wake = resolve));
    await addEvents(store.database, [{ workspaceId, type: "worker.changed" }]).catch(
      (error: unknown) => void problems.push(error),
    );
    await Promise.race([woken, new Promise((resolve) => setTimeout(resolve, 100))]);
  }
  expect(problems.length).toBeLessThan(100);
  expect(listening).toBeDefined();
});
