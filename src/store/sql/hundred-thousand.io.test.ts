/** With a hundred thousand stored runs, lists and scores are read through indexes, a page at a time. */
import { type CompiledQuery, sql } from "kysely";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createDatabase } from "../../../test/test-database.ts";
import { openSqlStore } from "./open.ts";
import { listRuns, runListQuery, type RunQuery } from "./runs/run-list.ts";
import { findScore, listAgentScores } from "./runs/scores.ts";
import type { SqlStore } from "./sql-store.ts";
import { readLeaderboard } from "./views/leaderboard.ts";
import { readTrends } from "./views/trends.ts";

const runs = 100_000;
/** One of ten: each has ten thousand runs, of two agents and five scenarios. */
const workspaceId = `ws_${"3".padStart(26, "0")}`;
let store: SqlStore;

beforeAll(async () => {
  const url = await createDatabase();
  store = await openSqlStore({ configDir: ".", url, migrations: "run", onWarning: () => {} });
  await fill(store);
});
afterAll(() => store[Symbol.asyncDispose]());

async function fill({ database }: SqlStore): Promise<void> {
  await sql`insert into workspaces (id, slug, name)
    select 'ws_' || lpad(n::text, 26, '0'), 'w' || n, 'W' from generate_series(0, 9) as n`.execute(database);
  await sql`insert into runs (id, workspace_id, scenario_key, scenario_hash, agent, status, outcome, reason, queued_at,
      finished_at, wall_ms, attempt)
    select 'run_' || lpad(n::text, 26, '0'), 'ws_' || lpad((n % 10)::text, 26, '0'), 'scenario-' || n % 50, '', 'agent-' || n % 20, 'finished',
      case when n % 7 = 0 then 'FAILED' else 'COMPLETED' end, 'ok', timestamptz '2026-01-01' + n * interval '1 minute',
      timestamptz '2026-01-01' + n * interval '1 minute', 1000 + n % 997, 1
    from generate_series(1, ${runs}::int) as n`.execute(database);
  await sql`insert into agent_run_scores (run_id, workspace_id, agent, scenario_key, score, formula_version, completion,
      error_rate, latency, resource_efficiency, defaulted, weight_snapshot, inputs, counted)
    select id, workspace_id, agent, scenario_key, wall_ms % 101, '2', 100, 100, 50, 50, '{}', '{}', '{}', true
    from runs order by id`.execute(database);
  await sql`insert into latency_samples (run_id, workspace_id, scenario_key, wall_ms, score_seq)
    select runs.id, runs.workspace_id, runs.scenario_key, wall_ms, score_seq from runs
    join agent_run_scores on run_id = runs.id where outcome = 'COMPLETED'`.execute(database);
  await sql`analyze`.execute(database);
}

interface PlanNode {
  readonly "Node Type": string;
  readonly "Relation Name"?: string;
  readonly "Index Name"?: string;
  readonly "Actual Rows": number;
  readonly "Actual Loops": number;
  readonly "Rows Removed by Filter"?: number;
  readonly Plans?: readonly PlanNode[];
}

/** The steps of the plan a query was carried out with, and how many rows each touched. */
async function explain(query: CompiledQuery): Promise<PlanNode[]> {
  const parts: CompiledQuery = { ...query, sql: `explain (analyze, format json) ${query.sql}` };
  const { rows } = await store.database.executeQuery<{ "QUERY PLAN": [{ Plan: PlanNode }] }>(parts);
  const flat = (node: PlanNode): PlanNode[] => [node, ...(node.Plans ?? []).flatMap(flat)];
  return flat((rows[0]?.["QUERY PLAN"] ?? [])[0]?.Plan ?? ({} as PlanNode));
}

const indexesOf = (nodes: readonly PlanNode[]) => nodes.flatMap((node) => node["Index Name"] ?? []);
const touched = (nodes: readonly PlanNode[]) =>
  Math.max(
    ...nodes.map((node) => (node["Actual Rows"] + (node["Rows Removed by Filter"] ?? 0)) * node["Actual Loops"]),
  );

describe("100,000 runs", () => {
  const cases: [string, RunQuery, string][] = [
    ["newest of a workspace", { filter: { workspaceId }, sort: "newest" }, "runs_newest"],
    ["newest of all", { filter: {}, sort: "newest" }, "runs_newest_of_all"],
    ["newest of an agent", { filter: { workspaceId, agent: "agent-3" }, sort: "newest" }, "runs_by_agent"],
    ["newest of a scenario", { filter: { workspaceId, scenario: "scenario-13" }, sort: "newest" }, "runs_by_scenario"],
    ["best of a workspace", { filter: { workspaceId }, sort: "score" }, "scores_best"],
    ["best of all", { filter: {}, sort: "score" }, "scores_best_of_all"],
  ];

  test.each(cases)("a page of the %s, first or far down, comes from an index", async (_, query, index) => {
    const newest = query.sort === "newest";
    const middle = newest ? { key: "2026-02-04T00:00:00.000000Z", id: "run_" } : { key: "50", id: "50000" };
    for (const cursor of [null, middle]) {
      const nodes = await explain(runListQuery(store.database, query, { cursor, limit: 51 }).compile());
      const named = indexesOf(nodes);
      expect(named).toContain(index);
      expect(nodes.map((node) => node["Node Type"])).not.toContain("Seq Scan");
      expect(nodes.map((node) => node["Node Type"])).not.toContain("Sort");
      expect(touched(nodes)).toBeLessThanOrEqual(60);
    }
  });

  test("the score of a run is two look-ups by key", async () => {
    const id = `run_${"77777".padStart(26, "0")}`;
    const query = sql`select runs.id, score.score from runs
      left join agent_run_scores as score on score.run_id = runs.id where runs.id = ${id}`;
    const nodes = await explain(query.compile(store.database));
    expect(indexesOf(nodes).toSorted()).toEqual(["agent_run_scores_pkey", "runs_pkey"]);
    expect(await findScore(store.database, id)).toMatchObject({ run_id: id, formula_version: "2" });
  });

  test("the newest twenty samples and the scores of an agent come from indexes too", async () => {
    const samples = sql`select run_id, wall_ms from latency_samples where workspace_id = ${workspaceId}
      order by score_seq desc limit 20`;
    expect(indexesOf(await explain(samples.compile(store.database)))).toEqual(["samples_by_workspace"]);
    const scores = sql`select * from agent_run_scores where agent = ${"agent-3"} and workspace_id = ${workspaceId}
      order by score_seq desc limit 51`;
    const nodes = await explain(scores.compile(store.database));
    expect(indexesOf(nodes)).toEqual(["scores_by_agent"]);
    expect(touched(nodes)).toBeLessThanOrEqual(51);
    expect((await listAgentScores(store.database, { workspaceId, agent: "agent-3" }, { limit: 50 })).data).toHaveLength(
      50,
    );
  });

  test("five hundred pages down the list, nothing was missed and nothing came twice", async () => {
    const seen = new Set<string>();
    let rows = 0;
    let cursor: string | null = null;
    do {
      const page = await listRuns(store.database, { filter: {}, sort: "newest" }, { limit: 200, cursor });
      for (const { id } of page.data) seen.add(id);
      rows += page.data.length;
      cursor = page.nextCursor;
    } while (cursor !== null);
    expect([rows, seen.size]).toEqual([runs, runs]);
  });

  test("the leaderboard of a workspace counts every one of its runs", async () => {
    const { rows } = await readLeaderboard(store.database, { workspaceId, minRuns: 5 });
    expect(rows.map(({ agent, runs: count }) => [agent, count]).toSorted()).toEqual([
      ["agent-13", runs / 20],
      ["agent-3", runs / 20],
    ]);
  });

  test("the trends of a workspace count every one of its runs, whichever way they are told apart", async () => {
    for (const by of ["agent", "scenario"] as const) {
      const { points, truncated } = await readTrends(store.database, { workspaceId, bucket: "week", by });
      expect([points.reduce((sum, point) => sum + point.runs, 0), truncated]).toEqual([runs / 10, false]);
    }
    const single = await readTrends(store.database, { workspaceId, bucket: "run" });
    expect([single.points.length, single.truncated]).toEqual([500, true]);
  });

  test("of more days than are shown the newest come, each with all of its runs", async () => {
    const patient = `ws_${"99".padStart(26, "0")}`;
    await fillDays(patient, 300);
    const { points, truncated } = await readTrends(store.database, {
      workspaceId: patient,
      bucket: "day",
      by: "agent",
    });
    expect([points.length, truncated]).toEqual([500, true]);
    expect(points.every(({ runs: count, scenarios }) => count === 3 && scenarios === 3)).toBe(true);
    expect(points.every(({ p50_wall_ms }) => p50_wall_ms === 200)).toBe(true);
    expect(new Set(points.map(({ at, agent }) => `${at.toISOString()} ${agent}`)).size).toBe(500);
    expect([points[0]?.at, points.at(-1)?.at]).toEqual([
      new Date("2026-02-20T00:00:00Z"),
      new Date("2026-10-27T00:00:00Z"),
    ]);
  });
});

/** On each of so many days two agents run three scenarios: in 100, 200 and 300 ms. */
async function fillDays(id: string, days: number): Promise<void> {
  const { database } = store;
  await sql`insert into workspaces (id, slug, name) values (${id}, 'patient', 'W')`.execute(database);
  await sql`insert into runs (id, workspace_id, scenario_key, scenario_hash, agent, status, outcome, reason, queued_at,
      finished_at, wall_ms, attempt)
    select 'run_' || lpad((1000000 + n)::text, 26, '0'), ${id}, 'scenario-' || n % 3, '', 'agent-' || n / 3 % 2, 'finished',
      'COMPLETED', 'ok', timestamptz '2026-01-01 12:00Z' + n / 6 * interval '1 day',
      timestamptz '2026-01-01 12:00Z' + n / 6 * interval '1 day', 100 + n % 3 * 100, 1
    from generate_series(0, ${6 * days - 1}::int) as n`.execute(database);
  await sql`insert into agent_run_scores (run_id, workspace_id, agent, scenario_key, score, formula_version, completion,
      error_rate, latency, resource_efficiency, defaulted, weight_snapshot, inputs, counted, scored_at)
    select id, workspace_id, agent, scenario_key, 80, '2', 100, 100, 50, 50, '{}', '{}', '{}', true, queued_at
    from runs where workspace_id = ${id}`.execute(database);
}
