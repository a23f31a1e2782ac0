/** Part of the SQL suite: trends match the rows, and state how certain they are. */
import { expect, test } from "vitest";
import type { RunStatus } from "../../../core/report/run-status.ts";
import { insertRuns } from "../runs/runs.ts";
import type { SqlStore } from "../sql-store.ts";
import { countReports } from "../views/counted-scores.ts";
import { readTaskChanges } from "../views/task-changes.ts";
import { readTrendChanges } from "../views/trend-changes.ts";
import { readTrends, type TrendQuery } from "../views/trends.ts";
import {
  createFixedScorer,
  createTestWorkspace,
  sampleRun,
  createScoredRun,
  type GetStore,
} from "./suite-helpers.fixture.ts";

interface GivenScore {
  readonly day: string;
  readonly score: number;
  readonly agent?: string;
  readonly scenario?: string;
  readonly wallMs?: number;
  readonly result?: number;
  readonly status?: RunStatus;
}

/** A workspace with these scored runs. */
async function createWorkspaceWith(store: SqlStore, runs: readonly GivenScore[]): Promise<string> {
  const workspaceId = await createTestWorkspace(store);
  for (const { day, score, agent = "a", scenario = "s", wallMs, result, status } of runs) {
    const facts = wallMs === undefined ? {} : { wall_ms: wallMs };
    const parts = { workspaceId, agent, scenarioKey: scenario };
    const { runId } = await createScoredRun(store, parts, {
      scoreRun: createFixedScorer(score),
      facts,
      ending: { axis_result: result ?? null, run_status: status ?? null },
    });
    await store.database.updateTable("agent_run_scores").set({ scored_at: day }).where("run_id", "=", runId).execute();
  }
  return workspaceId;
}

/** Two reports, eight days apart, of two agents on four scenarios; `a` loses 20 points, and one scenario has changed. */
async function createWorkspaceWithReports(store: SqlStore): Promise<string> {
  const workspaceId = await createTestWorkspace(store);
  const dimensions = { goalAchievement: 90, environment: 80, service: null, agent: 70 };
  for (const [reportId, loss, day] of [
    ["one", 0, "2026-03-02"],
    ["two", 20, "2026-03-10"],
  ] as const)
    for (let number = 0; number < 24; number += 1) {
      const [place, trial, agent] = [number % 4, Math.floor(number / 8), number % 8 < 4 ? "a" : "b"];
      const result = agent === "a" ? 91 + trial - loss : 59 + trial;
      const isChanged = reportId === "two" && place === 0;
      const parts = {
        workspaceId,
        agent,
        scenarioKey: `s${place}`,
        reportId,
        scenarioHash: (isChanged ? "1" : "0").repeat(64),
      };
      const ending = { axis_result: result, run_status: "passed", cost_micros: 500, dimensions } as const;
      const { runId } = await createScoredRun(store, parts, { ending });
      await store.database
        .updateTable("runs")
        .set({ queued_at: `${day}T10:00:${number + 10}Z` })
        .where("id", "=", runId)
        .execute();
    }
  return workspaceId;
}

async function readPoints(store: SqlStore, query: TrendQuery) {
  const { points } = await readTrends(store.database, query);
  return points.map(({ at, score, runs }) => [at.toISOString().slice(0, 10), score, runs]);
}

/** Adds one scored run per day. */
async function addDailyScores({ database }: SqlStore, workspaceId: string, days: number): Promise<void> {
  const runs = Array.from({ length: days }, () => sampleRun({ workspaceId }));
  await insertRuns(database, runs);
  const axes = { completion: 1, error_rate: 1, latency: 1, resource_efficiency: 1 };
  const scores = runs.map(({ id, agent, scenarioKey }, day) => ({
    ...axes,
    run_id: id,
    workspace_id: workspaceId,
    agent,
    scenario_key: scenarioKey,
    score: 60,
    formula_version: "2",
    defaulted: "{}",
    weight_snapshot: "{}",
    inputs: "{}",
    counted: true,
    scored_at: new Date(Date.UTC(2020, 0, 1 + day)),
  }));
  await database.insertInto("agent_run_scores").values(scores).execute();
}

export function testTrends(theStore: GetStore): void {
  test("trends return each run, or the means of days and weeks, oldest first", async () => {
    const store = theStore();
    const workspaceId = await createWorkspaceWith(store, [
      { day: "2026-03-02T23:59:59Z", score: 10 },
      { day: "2026-03-03T00:00:01Z", score: 20 },
      { day: "2026-03-09T12:00:00Z", score: 31 },
      { day: "2026-03-09T12:00:00Z", score: 99, agent: "b" },
    ]);
    const query = { workspaceId, agent: "a" };
    const each = [
      ["2026-03-02", 10, 1],
      ["2026-03-03", 20, 1],
      ["2026-03-09", 31, 1],
    ];
    expect(await readPoints(store, { ...query, bucket: "run" })).toEqual(each);
    expect(await readPoints(store, { ...query, bucket: "day" })).toEqual(each);
    expect(await readPoints(store, { ...query, bucket: "week" })).toEqual([
      ["2026-03-02", 15, 2],
      ["2026-03-09", 31, 1],
    ]);
    expect(await readPoints(store, { ...query, bucket: "week", scenario: "none" })).toEqual([]);
    const since = new Date("2026-03-03T00:00:01Z");
    const until = new Date("2026-03-09T12:00:00Z");
    expect(await readPoints(store, { ...query, bucket: "day", since, until })).toEqual([["2026-03-03", 20, 1]]);
  });

  test("a point names the agent and scenario of its runs, and how many scenarios they cover", async () => {
    const store = theStore();
    const day = "2026-03-02T10:00:00Z";
    const workspaceId = await createWorkspaceWith(store, [
      { day, score: 10, scenario: "s" },
      { day, score: 30, scenario: "t" },
      { day, score: 90, scenario: "t", agent: "b" },
    ]);
    const named = async (parts: Partial<TrendQuery>) =>
      (await readTrends(store.database, { workspaceId, bucket: "day", ...parts })).points.map(
        ({ agent, scenario, scenarios, score, tier }) => [agent, scenario, scenarios, score, tier],
      );
    expect(await named({})).toEqual([[null, null, 2, 43.3, "Silver"]]);
    expect(await named({ agent: "b" })).toEqual([["b", null, 1, 90, "Elite"]]);
    const byAgent = [
      ["b", null, 1, 90, "Elite"],
      ["a", null, 2, 20, "Bronze"],
    ];
    expect(await named({ by: "agent" })).toEqual(byAgent);
    const byScenario = [
      ["a", "t", 1, 30, "Bronze"],
      ["a", "s", 1, 10, "Bronze"],
    ];
    expect(await named({ by: "scenario", agent: "a" })).toEqual(byScenario);
    expect(await named({ bucket: "run", agent: "b" })).toEqual([["b", "t", 1, 90, "Elite"]]);
  });

  test("means have an interval if their runs show how far they spread", async () => {
    const store = theStore();
    const [monday, tuesday, wednesday] = ["2026-03-02T10:00:00Z", "2026-03-03T10:00:00Z", "2026-03-04T10:00:00Z"];
    const workspaceId = await createWorkspaceWith(store, [
      { day: monday, score: 20, wallMs: 5_000 },
      { day: monday, score: 22, wallMs: 7_000 },
      { day: monday, score: 80, scenario: "t", wallMs: 9_000 },
      { day: monday, score: 82, scenario: "t", wallMs: 11_000 },
      { day: tuesday, score: 70 },
      { day: tuesday, score: 80, scenario: "t" },
      { day: tuesday, score: 90, scenario: "u" },
      { day: tuesday, score: 90, scenario: "u" },
      { day: wednesday, score: 50 },
    ]);
    const { points } = await readTrends(store.database, { workspaceId, bucket: "day" });
    expect(points.map((point) => [point.interval_scope, point.intervals.score])).toEqual([
      ["suite", { lower: 47.9, upper: 54.1 }],
      ["population", { lower: 56.5, upper: 100 }],
      [null, null],
    ]);
    expect(points[0]).toMatchObject({ p50_wall_ms: 7_000, baseline_p50_ms: null, completion: 100 });
    // All of them completed, which says nothing about how far others would spread.
    expect(points[0]?.intervals.completion).toBeNull();
    const singles = await readTrends(store.database, { workspaceId, bucket: "run" });
    expect(singles.points.map(({ interval_scope, intervals }) => interval_scope ?? intervals.score)).toEqual(
      Array.from({ length: 9 }, () => null),
    );
    expect(singles.points.map(({ baseline_p50_ms }) => baseline_p50_ms).slice(0, 2)).toEqual([null, 5_000]);
  });

  test("the AXIS Result of a point is the mean of its results, without errors, next to how many runs passed", async () => {
    const store = theStore();
    const day = "2026-03-02T10:00:00Z";
    const workspaceId = await createWorkspaceWith(store, [
      { day, score: 10, result: 90, status: "passed" },
      { day, score: 10, result: 92, status: "passed" },
      { day, score: 10, scenario: "t", result: 50, status: "failed" },
      { day, score: 10, scenario: "t", result: 10, status: "error" },
      { day, score: 10, agent: "b", result: 30, status: "failed" },
      { day: "2026-03-03T10:00:00Z", score: 10 },
    ]);
    const read = async (parts: Partial<TrendQuery>) =>
      (await readTrends(store.database, { workspaceId, bucket: "day", ...parts })).points.map(
        ({ agent, axis_result, passed, failed, intervals }) => [
          agent,
          axis_result,
          passed,
          failed,
          intervals.axis_result,
        ],
      );
    expect(await read({ by: "agent" })).toEqual([
      ["b", 30, 0, 1, null],
      ["a", 70.5, 2, 1, { lower: 0, upper: 100 }],
      ["a", null, 0, 0, null],
    ]);
    expect((await read({})).map(([, result]) => result)).toEqual([57, null]);
    expect((await read({ bucket: "run", agent: "a" })).map((point) => point.slice(1, 4))).toEqual([
      [90, 1, 0],
      [92, 1, 0],
      [50, 0, 1],
      [null, 0, 0],
      [null, 0, 0],
    ]);
  });

  test("a point can be a report, with its dimensions and its cost, at the moment of its first run", async () => {
    const store = theStore();
    const workspaceId = await createWorkspaceWithReports(store);
    const { points } = await readTrends(store.database, { workspaceId, bucket: "report", by: "agent" });
    expect(points.map(({ report_id, agent, axis_result }) => [report_id, agent, axis_result])).toEqual([
      ["one", "b", 60],
      ["one", "a", 92],
      ["two", "b", 60],
      ["two", "a", 72],
    ]);
    expect(points[0]).toMatchObject({ goal: 90, environment: 80, service: null, agent_points: 70, cost_micros: 500 });
    expect(points[0]?.at).toEqual(points[1]?.at);
    expect(await countReports(store.database, { workspaceId })).toBe(2);
  });

  test("what has changed since a week ago is proven, or it is not", async () => {
    const store = theStore();
    const workspaceId = await createWorkspaceWithReports(store);
    const query = { workspaceId, bucket: "report", by: "agent" } as const;
    const { points } = await readTrends(store.database, query);
    const changes = await readTrendChanges(store.database, query, { points, metric: "axis" });
    expect(
      changes.map(({ agent, since_report, report_id, difference, proven }) => [
        agent,
        since_report,
        report_id,
        difference,
        proven,
      ]),
    ).toEqual([
      ["b", "one", "two", 0, false],
      ["a", "one", "two", -20, true],
    ]);
    const all = { workspaceId, bucket: "report" } as const;
    const together = await readTrends(store.database, all);
    const [only] = await readTrendChanges(store.database, all, { points: together.points, metric: "pass-rate" });
    expect(only).toMatchObject({ agent: null, scenarios: 8, difference: 0, proven: false });
  });

  test("reports whose scenarios are not those of the report before are told", async () => {
    const store = theStore();
    const workspaceId = await createWorkspaceWithReports(store);
    expect(await readTaskChanges(store.database, workspaceId)).toMatchObject([{ report_id: "two", scenarios: ["s0"] }]);
  });

  test("of more than 500 points only the newest are returned, marked as truncated", async () => {
    const store = theStore();
    const workspaceId = await createTestWorkspace(store);
    await addDailyScores(store, workspaceId, 501);
    for (const bucket of ["run", "day"] as const) {
      const all = await readTrends(store.database, { workspaceId, bucket });
      expect([all.points.length, all.truncated]).toEqual([500, true]);
    }
    const weeks = await readTrends(store.database, { workspaceId, bucket: "week" });
    expect([weeks.truncated, weeks.points.reduce((sum, { runs }) => sum + runs, 0)]).toEqual([false, 501]);
  });
}
