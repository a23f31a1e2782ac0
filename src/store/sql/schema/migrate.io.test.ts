import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createDatabase } from "../../../../test/test-database.ts";
import { openPostgres } from "../drivers/postgres.ts";
import { openSqlStore } from "../open.ts";
import type { SqlStore } from "../sql-store.ts";
import { migrate, missingMigrations } from "./migrate.ts";
import { computeChecksum, type Migration, splitStatements } from "./migration.ts";
import { migrations } from "./migrations.ts";

const newest = migrations.length;
const later: Migration = {
  version: newest + 1,
  name: "more",
  sql: "create table more (id integer);\ncreate index more_id on more (id);\n",
};
const broken: Migration = {
  version: newest + 2,
  name: "broken",
  sql: "create table half (id integer);\nselect nonsense;\n",
};

let url: string;
let store: SqlStore;
beforeAll(async () => {
  url = await createDatabase();
  store = openPostgres(url);
});
afterAll(() => store[Symbol.asyncDispose]());

async function exists(table: string): Promise<boolean> {
  const { rows } = await sql<{ there: boolean }>`select to_regclass(${table}) is not null as there`.execute(
    store.database,
  );
  return rows[0]?.there === true;
}

describe("migrations", () => {
  test("are numbered from 1 without a gap, and each has statements", () => {
    expect(migrations.map(({ version }) => version)).toEqual(migrations.map((_, index) => index + 1));
    for (const migration of migrations) expect(splitStatements(migration).length).toBeGreaterThan(0);
  });

  test("a worker is refused by a database that lacks them, and nothing is written", async () => {
    const opened = openSqlStore({ configDir: ".", url, migrations: "require", onWarning: () => {} });
    await expect(opened).rejects.toMatchObject({ code: "store-mismatch", hint: "Run: axis db migrate" });
    expect(await exists("axis.runs")).toBe(false);
  });

  test("twenty processes at once apply each of them once", async () => {
    const stores = Array.from({ length: 20 }, () => openPostgres(url));
    const applied = await Promise.all(stores.map(({ database }) => migrate(database)));
    expect(applied.flat()).toEqual([...migrations]);
    for (const each of stores) await each[Symbol.asyncDispose]();
    expect(await missingMigrations(store.database)).toEqual([]);
    expect(await exists("axis.agent_run_scores")).toBe(true);
  });

  test("a later one is applied to a database with data, which stays", async () => {
    await sql`insert into workspaces (id, slug, name) values (${`ws_${"0".repeat(26)}`}, 'kept', 'Kept')`.execute(
      store.database,
    );
    expect(await migrate(store.database, [...migrations, later])).toEqual([later]);
    expect(await migrate(store.database, [...migrations, later])).toEqual([]);
    expect(await store.database.selectFrom("workspaces").select("slug").execute()).toEqual([{ slug: "kept" }]);
  });

  const judged = (goal: number | null, by: "verify" | "judge" = "judge", score = 10) => ({
    outcomeClass: "completed",
    score: { goalAchievement: { score: goal, criteria: [{ by, score }] } },
  });
  const old: [expected: string | null, parts: { status?: string; outcome?: string; reason?: string; doc?: object }][] =
    [
      ["passed", { doc: judged(75) }],
      ["failed", { doc: judged(74) }],
      ["failed", { doc: judged(95, "verify", 9) }],
      ["failed", { doc: judged(95), outcome: "BLOCKED", reason: "gate-exhausted" }],
      ["unscored", { doc: judged(null) }],
      ["unscored", { doc: { outcomeClass: "completed" } }],
      ["error", { doc: { outcomeClass: "judge" } }],
      ["not run", { doc: { outcomeClass: "notRun" } }],
      ["failed", { doc: { outcomeClass: "agent" }, outcome: "FAILED", reason: "no-output" }],
      ["error", { doc: { error: "the bundle is broken" }, outcome: "FAILED", reason: "internal" }],
      ["failed", { outcome: "FAILED", reason: "time-limit" }],
      ["failed", { outcome: "BLOCKED", reason: "check-failed" }],
      ["not run", { status: "cancelled" }],
      [null, { outcome: "COMPLETED", reason: "ok" }],
      [null, { status: "running" }],
    ];
  test("old runs get the status that their stored facts decide, and none where they do not", async () => {
    await using older = openPostgres(await createDatabase());
    const { database } = older;
    await migrate(database, migrations.slice(0, 5));
    const workspace = `ws_${"0".repeat(26)}`;
    await sql`insert into workspaces (id, slug, name) values (${workspace}, 'old', 'Old')`.execute(database);
    for (const [index, [, { status = "finished", outcome = "COMPLETED", reason = "ok", doc }]] of old.entries())
      await sql`insert into runs (id, workspace_id, scenario_key, scenario_hash, agent, status, outcome, reason,
          finished_at, result_doc)
        values (${`run_${String(index).padStart(26, "0")}`}, ${workspace}, 's', 'h', 'a', ${status},
          ${status === "finished" ? outcome : null}, ${status === "finished" ? reason : null}, now(),
          ${doc === undefined ? null : JSON.stringify(doc)}::jsonb)`.execute(database);
    await migrate(database);
    const rows = await database.selectFrom("runs").select("run_status").orderBy("id").execute();
    expect(rows.map(({ run_status }) => run_status)).toEqual(old.map(([expected]) => expected));
  });

  test("one that fails leaves nothing of itself, and the next try begins with it", async () => {
    const all = [...migrations, later, broken];
    await expect(migrate(store.database, all)).rejects.toMatchObject({ code: "42703" });
    expect(await exists("axis.half")).toBe(false);
    expect(await missingMigrations(store.database, all)).toEqual([broken]);
  });

  test("a database that is newer than the code is refused", async () => {
    await expect(migrate(store.database, migrations)).rejects.toMatchObject({ code: "store-mismatch" });
    await expect(migrate(store.database, migrations)).rejects.toThrow(`migration ${newest + 1} (more)`);
  });

  test("a changed checksum is refused, and nothing is written", async () => {
    const [first, ...rest] = migrations;
    const edited = [{ ...first, sql: `${first?.sql}-- edited` } as Migration, ...rest, later, broken];
    await expect(migrate(store.database, edited)).rejects.toMatchObject({ code: "store-mismatch" });
    expect(await exists("axis.half")).toBe(false);
    expect(computeChecksum(later)).toMatch(/^[0-9a-f]{64}$/);
  });

  test("a server that does not answer is said to be so, without the password of its URL", async () => {
    const opened = openSqlStore({
      configDir: ".",
      url: "postgres://me:hunter2@127.0.0.1:1/none",
      migrations: "run",
      onWarning: () => {},
    });
    const error: unknown = await opened.catch((caught: unknown) => caught);
    expect(error).toMatchObject({ code: "store-unavailable" });
    expect(String(error)).toContain("ECONNREFUSED");
    expect(String(error)).not.toContain("hunter2");
  });
});
