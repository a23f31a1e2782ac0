/** Part of the SQL suite: leaderboard, agents and scenarios match the rows. */
import { expect, test } from "vitest";
import { listAgents } from "../views/agents.ts";
import { readLeaderboard } from "../views/leaderboard.ts";
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

export function testViews(theStore: GetStore): void {
  test("the leaderboard ranks by the exact mean: a third of a point decides, rounding does not matter", async () => {
    const store = theStore();
    const workspaceId = await createTestWorkspace(store);
    await addScores(store, workspaceId, {
      few: [100],
      b: [70, 70, 69],
      a: [70, 69, 69],
      c: [70, 70, 69],
      best: [90, 90, 90],
    });
    const rows = await readLeaderboard(store.database, { workspaceId, minRuns: 3 });
    expect(rows.map(({ agent, mean_score, tier, ranked }) => [agent, mean_score, tier, ranked])).toEqual([
      ["best", 90, "Elite", true],
      ["b", 69.7, "Silver", true],
      ["c", 69.7, "Silver", true],
      ["a", 69.3, "Silver", true],
      ["few", 100, "Elite", false],
    ]);
    expect(rows[1]).toMatchObject({ runs: 3, completed: 3, completion_rate: 1, median_score: 70 });
    expect(rows[1]).toMatchObject({ mean_axis_result: null, mean_cost_micros: null, scenarios: 1 });
    expect(rows[1]).toMatchObject({ mean_interval: { lower: 68.2, upper: 71.2 }, interval_scope: "suite" });
    expect(rows[0]).toMatchObject({ mean_interval: null, interval_scope: "suite" });
    expect(rows[4]).toMatchObject({ mean_interval: null, interval_scope: null });
  });

  test("ties in the mean are broken by completion rate, then by number of runs; runs that do not count are left out", async () => {
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
    const rows = await readLeaderboard(store.database, { workspaceId, minRuns: 1 });
    expect(rows.map(({ agent, completion_rate }) => [agent, completion_rate])).toEqual([
      ["longer", 1],
      ["whole", 1],
      ["partly", 0.5],
    ]);
    expect(await readLeaderboard(store.database, { workspaceId, minRuns: 1, scenario: "none" })).toEqual([]);
    expect(await readLeaderboard(store.database, { workspaceId, minRuns: 1, since: new Date("2999-01-01") })).toEqual(
      [],
    );
  });

  test("agents are listed with their mean, their last score and whether a worker serves them", async () => {
    const store = theStore();
    const workspaceId = await createTestWorkspace(store);
    await addScores(store, workspaceId, { good: [90, 95, 80] });
    await startRun(store, { workspaceId, agent: "waiting" });
    await registerWorker(store.database, { id: "w-v", host: "h", version: "1", agents: ["waiting"], slots: 1 });
    expect(await listAgents(store.database, workspaceId)).toEqual([
      { agent: "good", runs: 3, completed: 3, mean_score: 88.3, tier: "Gold", last_score: 80, served: false },
      { agent: "waiting", runs: 1, completed: 0, mean_score: null, tier: "Unranked", last_score: null, served: true },
    ]);
  });

  test("scenarios are listed with their runs and their mean; those without a score are unranked", async () => {
    const store = theStore();
    const workspaceId = await createTestWorkspace(store);
    for (const score of [90, 95, 80])
      await createScoredRun(store, { workspaceId, scenarioKey: "b" }, { scoreRun: createFixedScorer(score) });
    await startRun(store, { workspaceId, scenarioKey: "a" });
    expect(await listScenarios(store.database, workspaceId)).toEqual([
      { scenario: "a", runs: 1, completed: 0, mean_score: null, tier: "Unranked" },
      { scenario: "b", runs: 3, completed: 3, mean_score: 88.3, tier: "Gold" },
    ]);
  });
}
