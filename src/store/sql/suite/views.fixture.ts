/** Part of the SQL suite: leaderboard, agents and scenarios match the rows. */
import { expect, test } from "vitest";
import type { RunStatus } from "../../../core/report/run-status.ts";
import { listRuns } from "../runs/run-list.ts";
import { listAgents } from "../views/agents.ts";
import { findNewestReport } from "../views/counted-scores.ts";
import { type LeaderboardQuery, readLeaderboard } from "../views/leaderboard.ts";
import { listScenarios } from "../views/scenarios.ts";
import type { SqlStore } from "../sql-store.ts";
import { registerWorker } from "../workers.ts";
import {
  createFixedScorer,
  createTestWorkspace,
  createScoredRun,
  startRun,
  type GetStore,
} from "./suite-helpers.fixture.ts";

async function addScores(store: SqlStore, workspaceId: string, byAgent: Record<string, number[]>): Promise<void> {
  for (const [agent, all] of Object.entries(byAgent))
    for (const score of all)
      await createScoredRun(store, { workspaceId, agent }, { scoreRun: createFixedScorer(score) });
}

interface GivenRun {
  readonly agent: string;
  readonly scenario?: string;
  readonly result: number | null;
  readonly status: RunStatus;
}

async function addRuns(store: SqlStore, workspaceId: string, runs: readonly GivenRun[]): Promise<void> {
  for (const { agent, scenario = "s", result, status } of runs) {
    const ending = { axis_result: result, run_status: status };
    await createScoredRun(store, { workspaceId, agent, scenarioKey: scenario }, { ending });
  }
}

async function readRows(store: SqlStore, query: LeaderboardQuery) {
  return (await readLeaderboard(store.database, query)).rows;
}

export function testViews(theStore: GetStore): void {
  test("the leaderboard ranks by AXIS Result: the mean over scenarios, each the mean of its trials", async () => {
    const store = theStore();
    const workspaceId = await createTestWorkspace(store);
    await addRuns(store, workspaceId, [
      // Over runs, the mean of often is 85; over its two results it is 70.
      { agent: "often", result: 100, status: "passed" },
      { agent: "often", result: 100, status: "passed" },
      { agent: "often", result: 100, status: "passed" },
      { agent: "often", scenario: "t", result: 40, status: "failed" },
      { agent: "even", result: 80, status: "passed" },
      { agent: "even", result: 70, status: "failed" },
      { agent: "even", scenario: "t", result: 76, status: "passed" },
      { agent: "even", scenario: "t", result: 78, status: "passed" },
      { agent: "unlucky", result: 76, status: "passed" },
      { agent: "unlucky", result: 76, status: "passed" },
      { agent: "unlucky", result: 1, status: "error" },
      { agent: "silent", result: null, status: "passed" },
    ]);
    const rows = await readRows(store, { workspaceId, minRuns: 1 });
    expect(rows.map((row) => [row.place, row.agent, row.mean_axis_result, row.passed, row.failed])).toEqual([
      [1, "unlucky", 76, 2, 0],
      [1, "even", 76, 3, 1],
      [3, "often", 70, 3, 1],
      [null, "silent", null, 1, 0],
    ]);
    expect(rows[0]).toMatchObject({ axis_interval: null, axis_interval_scope: "suite", pass_rate: 1 });
    // The scenarios have variances of 50 and 2, so the mean has 6.5, with little more than one degree of freedom.
    expect(rows[1]).toMatchObject({ axis_interval: { lower: 48.7, upper: 100 }, axis_interval_scope: "suite" });
    expect(rows[2]).toMatchObject({ axis_interval: { lower: 0, upper: 100 }, axis_interval_scope: "population" });
    const byRate = await readRows(store, { workspaceId, minRuns: 1, by: "pass-rate" });
    expect(byRate.map(({ place, agent }) => [place, agent])).toEqual([
      [1, "unlucky"],
      [1, "silent"],
      [3, "even"],
      [3, "often"],
    ]);
    const byCard = await readRows(store, { workspaceId, minRuns: 1, by: "scorecard" });
    expect(new Set(byCard.map(({ mean_axis_result }) => mean_axis_result))).toEqual(new Set([76, 70, null]));
  });

  test("agents that a paired test cannot tell apart share their places, and one that is behind both comes after", async () => {
    const store = theStore();
    const workspaceId = await createTestWorkspace(store);
    const runs = ["a", "b", "c", "d"].flatMap((scenario, place) =>
      [0, 1, 2].flatMap((trial) => [
        { agent: "best", scenario, result: 90 + place + trial, status: "passed" as const },
        { agent: "near", scenario, result: 90 + place + ((trial * 2) % 3), status: "passed" as const },
        { agent: "far", scenario, result: 40 + place + trial, status: "failed" as const },
      ]),
    );
    await addRuns(store, workspaceId, runs);
    const { rows, differences } = await readLeaderboard(store.database, { workspaceId, minRuns: 5 });
    expect(rows.map(({ agent, places }) => [agent, places])).toEqual([
      ["best", { from: 1, to: 2 }],
      ["near", { from: 1, to: 2 }],
      ["far", { from: 3, to: 3 }],
    ]);
    expect(differences.filter(({ apart }) => apart).map(({ worse }) => worse)).toEqual(["far", "far"]);
    expect(rows[2]).toMatchObject({ pass_rate: 0, cost_per_pass_micros: null, p50_wall_ms: 60_000 });
    const byCost = await readLeaderboard(store.database, { workspaceId, minRuns: 5, by: "cost-per-pass" });
    expect([byCost.differences, byCost.rows.map(({ places }) => places)]).toEqual([[], [null, null, null]]);
  });

  test("a board has the dimensions, the cost per pass and the time of its agents, and can be of one report", async () => {
    const store = theStore();
    const workspaceId = await createTestWorkspace(store);
    const dimensions = { goalAchievement: 90, environment: 80, service: null, agent: 70 };
    const end = { axis_result: 85, run_status: "passed", cost_micros: 300, dimensions } as const;
    const failed = {
      ...end,
      run_status: "failed",
      why: "it gave up",
      dimensions: { ...dimensions, agent: 60 },
    } as const;
    const first = { workspaceId, agent: "a", reportId: "first" };
    await createScoredRun(store, first, { ending: end });
    await createScoredRun(store, first, { ending: failed, facts: { wall_ms: 90_000 } });
    await createScoredRun(store, { ...first, agent: "b", reportId: "last" }, { ending: end });
    await startRun(store, { workspaceId, agent: "b", reportId: "open" });
    const latest = await findNewestReport(store.database, workspaceId);
    expect(latest).toBe("last");
    const [only, ...others] = await readRows(store, { workspaceId, minRuns: 1, report: latest });
    expect([only?.agent, others]).toEqual(["b", []]);
    const [a] = await readRows(store, { workspaceId, minRuns: 1, report: "first" });
    expect(a).toMatchObject({ cost_per_pass_micros: 600, mean_cost_micros: 300, p50_wall_ms: 60_000, pass_rate: 0.5 });
    expect(Object.values(a?.dimensions ?? {}).map(({ mean }) => mean)).toEqual([90, 80, null, 65]);
    const page = await listRuns(
      store.database,
      { filter: { workspaceId, runStatus: "failed" }, sort: "newest" },
      { limit: 5, cursor: null },
    );
    expect(page.data.map(({ why }) => why)).toEqual(["it gave up"]);
  });

  test("ranked by scorecard, the exact mean counts: a third of a point decides, rounding does not matter", async () => {
    const store = theStore();
    const workspaceId = await createTestWorkspace(store);
    await addScores(store, workspaceId, {
      few: [100],
      b: [70, 70, 69],
      a: [70, 69, 69],
      c: [70, 70, 69],
      best: [90, 90, 90],
    });
    const rows = await readRows(store, { workspaceId, minRuns: 3, by: "scorecard" });
    expect(rows.map(({ agent, mean_score, tier, place, ranked }) => [agent, mean_score, tier, place, ranked])).toEqual([
      ["best", 90, "Elite", 1, true],
      ["b", 69.7, "Silver", 2, true],
      ["c", 69.7, "Silver", 2, true],
      ["a", 69.3, "Silver", 4, true],
      ["few", 100, "Elite", null, false],
    ]);
    expect(rows[1]).toMatchObject({ runs: 3, completed: 3, completion_rate: 1, median_score: 70 });
    expect(rows[1]).toMatchObject({ mean_axis_result: null, mean_cost_micros: null, scenarios: 1 });
    expect(rows[1]).toMatchObject({ mean_interval: { lower: 68.2, upper: 71.2 }, interval_scope: "suite" });
    expect(rows[0]).toMatchObject({ mean_interval: null, interval_scope: "suite" });
    expect(rows[4]).toMatchObject({ mean_interval: null, interval_scope: null });
  });

  test("ties between scorecards are broken by completion rate, then by number of runs; runs that do not count are left out", async () => {
    const store = theStore();
    const workspaceId = await createTestWorkspace(store);
    const scoreRun = createFixedScorer(50);
    await addScores(store, workspaceId, { longer: [50, 50, 50], whole: [50, 50] });
    await createScoredRun(store, { workspaceId, agent: "partly" }, { scoreRun });
    await createScoredRun(
      store,
      { workspaceId, agent: "partly" },
      { scoreRun, facts: { outcome: "FAILED", reason: "no-output" } },
    );
    await createScoredRun(store, { workspaceId, agent: "gone" }, { scoreRun, facts: { counted: false } });
    const rows = await readRows(store, { workspaceId, minRuns: 1, by: "scorecard" });
    expect(rows.map(({ agent, completion_rate }) => [agent, completion_rate])).toEqual([
      ["longer", 1],
      ["whole", 1],
      ["partly", 0.5],
    ]);
    expect(await readRows(store, { workspaceId, minRuns: 1, scenario: "none" })).toEqual([]);
    expect(await readRows(store, { workspaceId, minRuns: 1, since: new Date("2999-01-01") })).toEqual([]);
  });

  test("agents are listed with their mean, their last score and whether a worker serves them", async () => {
    const store = theStore();
    const workspaceId = await createTestWorkspace(store);
    await addScores(store, workspaceId, { good: [90, 95, 80] });
    await startRun(store, { workspaceId, agent: "waiting" });
    await registerWorker(store.database, { id: "w-v", host: "h", version: "1", agents: ["waiting"], slots: 1 });
    expect(await listAgents(store.database, workspaceId)).toEqual([
      {
        agent: "good",
        runs: 3,
        completed: 3,
        passed: 0,
        failed: 0,
        mean_score: 88.3,
        tier: "Gold",
        last_score: 80,
        first_run_at: expect.any(Date),
        served: false,
      },
      {
        agent: "waiting",
        runs: 1,
        completed: 0,
        passed: 0,
        failed: 0,
        mean_score: null,
        tier: "Unranked",
        last_score: null,
        first_run_at: expect.any(Date),
        served: true,
      },
    ]);
  });

  test("scenarios are listed with their runs and their mean; those without a score are unranked", async () => {
    const store = theStore();
    const workspaceId = await createTestWorkspace(store);
    for (const score of [90, 95, 80])
      await createScoredRun(store, { workspaceId, scenarioKey: "b" }, { scoreRun: createFixedScorer(score) });
    await startRun(store, { workspaceId, scenarioKey: "a" });
    expect(await listScenarios(store.database, workspaceId)).toEqual([
      { scenario: "a", runs: 1, completed: 0, passed: 0, failed: 0, mean_score: null, tier: "Unranked" },
      { scenario: "b", runs: 3, completed: 3, passed: 0, failed: 0, mean_score: 88.3, tier: "Gold" },
    ]);
  });
}
