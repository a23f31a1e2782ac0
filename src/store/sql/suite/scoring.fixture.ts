/** Part of the SQL suite: a run is scored once, against the usual time of the runs before it. */
import { expect, test } from "vitest";
import type { RunStatus } from "../../../core/report/run-status.ts";
import type { RunFacts } from "../../../core/run/run-facts.ts";
import { RunScorecard } from "../../../core/run/run-scorecard.ts";
import { readLatencyBaseline } from "../runs/latency-baseline.ts";
import { findRun, storeFacts } from "../runs/runs.ts";
import { findScore, findScorecard, markEventSent, listUnsentScores } from "../runs/scores.ts";
import { finishRunRow } from "../runs/scoring.ts";
import type { SqlStore } from "../sql-store.ts";
import { computeMedian } from "./median.fixture.ts";
import { sampleCard, sampleFacts } from "./samples.fixture.ts";
import {
  addContest,
  createTestWorkspace,
  nextRunId,
  createScoredRun,
  startRun,
  type GetStore,
} from "./suite-helpers.fixture.ts";

export function testScoring(theStore: GetStore): void {
  test("a card is read back byte for byte, and the run is finished with all known facts", async () => {
    const store = theStore();
    const workspaceId = await createTestWorkspace(store);
    const runId = await startRun(store, { workspaceId });
    await storeFacts(store.database, { runId, attempt: 1 }, sampleFacts(runId));
    const ending = {
      cost_micros: 5,
      tokens: { input: 7 },
      changed_files: 2,
      repair_loops: 1,
      axis_result: 81,
      run_status: "failed",
    } as const;
    const scored = await finishRunRow(store.database, { runId, attempt: 1, ending }, sampleCard);
    const card = await findScorecard(store.database, runId, workspaceId);
    expect(scored).toEqual({ status: "scored", card });
    expect(JSON.stringify(card)).toBe(JSON.stringify(RunScorecard.parse(card)));
    expect(await findRun(store.database, runId)).toMatchObject({
      ...ending,
      status: "finished",
      outcome: "COMPLETED",
      reason: "ok",
      wall_ms: 60_000,
    });
    expect(await findScorecard(store.database, runId, await createTestWorkspace(store))).toBeUndefined();
  });

  const known: [RunStatus | null, Partial<RunFacts>][] = [
    ["failed", { outcome: "BLOCKED", reason: "gate-exhausted" }],
    ["failed", { outcome: "FAILED", reason: "time-limit" }],
    ["error", { outcome: "FAILED", reason: "worker-lost", counted: false }],
    ["not run", { outcome: "FAILED", reason: "cancelled", counted: false }],
    [null, { outcome: "COMPLETED", reason: "ok" }],
    [null, { outcome: null, reason: null }],
  ];
  test.each(known)("a run that ends without a status is %s by its facts %j", async (status, facts) => {
    const store = theStore();
    const { runId } = await createScoredRun(store, { workspaceId: await createTestWorkspace(store) }, { facts });
    expect((await findRun(store.database, runId))?.run_status).toBe(status);
  });

  test("the short form has the published keys in order, and is empty until the run is scored", async () => {
    const store = theStore();
    const runId = await startRun(store, { workspaceId: await createTestWorkspace(store) });
    const none = { completion: null, error_rate: null, latency: null, resource_efficiency: null };
    const empty = { run_id: runId, score: null, tier: "Unranked", formula_version: null, axes: none };
    expect(JSON.stringify(await findScore(store.database, runId))).toBe(JSON.stringify(empty));
    await storeFacts(store.database, { runId, attempt: 1 }, sampleFacts(runId));
    await finishRunRow(store.database, { runId, attempt: 1, ending: {} }, sampleCard);
    const axes = { completion: 100, error_rate: 100, latency: 50, resource_efficiency: 70 };
    const full = { run_id: runId, score: 87, tier: "Gold", formula_version: "2", axes };
    expect(JSON.stringify(await findScore(store.database, runId))).toBe(JSON.stringify(full));
    expect(await findScore(store.database, nextRunId())).toBeUndefined();
  });

  test("the result of another attempt, and a second result of the same one, are discarded silently", async () => {
    const store = theStore();
    const workspaceId = await createTestWorkspace(store);
    const runId = await startRun(store, { workspaceId });
    const factsIfNone = sampleFacts(runId);
    const finish = (attempt: number) =>
      finishRunRow(store.database, { runId, attempt, ending: {}, factsIfNone }, sampleCard);
    expect(await finish(2)).toEqual({ status: "discarded" });
    expect(await finish(1)).toMatchObject({ status: "scored" });
    expect(await finish(1)).toEqual({ status: "discarded" });
    expect((await readWorkspaceBaseline(store, workspaceId)).samples).toBe(1);
  });

  test("scoring the same run ten times at once gives one score and one sample", async () => {
    const store = theStore();
    const workspaceId = await createTestWorkspace(store);
    const runId = await startRun(store, { workspaceId });
    await storeFacts(store.database, { runId, attempt: 1 }, sampleFacts(runId));
    const results = await Promise.all(
      Array.from({ length: 10 }, () => finishRunRow(store.database, { runId, attempt: 1, ending: {} }, sampleCard)),
    );
    expect(results.filter(({ status }) => status === "scored")).toHaveLength(1);
    expect((await readWorkspaceBaseline(store, workspaceId)).run_ids).toEqual([runId]);
  });

  test("fifty runs scored at once are each compared with exactly those scored before", async () => {
    const store = theStore();
    const workspaceId = await createTestWorkspace(store);
    const times = Array.from({ length: 50 }, (_, index) => 1_000 + ((index * 7_919) % 997));
    await Promise.all(times.map((wall_ms) => createScoredRun(store, { workspaceId }, { facts: { wall_ms } })));
    const rows = await store.database
      .selectFrom("agent_run_scores")
      .select(["run_id", "inputs", "score_seq"])
      .where("workspace_id", "=", workspaceId)
      .orderBy("score_seq")
      .execute();
    expect(rows).toHaveLength(50);
    for (const [index, { inputs }] of rows.entries()) {
      const earlier = rows.slice(Math.max(0, index - 20), index).toReversed();
      expect(inputs.latency.run_ids).toEqual(earlier.map(({ run_id }) => run_id));
      expect(inputs.latency.p50_ms).toBe(computeMedian(earlier.map((row) => row.inputs.latency.wall_ms ?? 0)));
    }
    const cached = await store.database
      .selectFrom("latency_baselines")
      .select(["p50_ms", "sample_count", "revision"])
      .where("workspace_id", "=", workspaceId)
      .executeTakeFirstOrThrow();
    expect(cached).toEqual({
      p50_ms: (await readWorkspaceBaseline(store, workspaceId)).p50_ms,
      sample_count: 20,
      revision: 50,
    });
  });

  const outside: [string, Partial<RunFacts>][] = [
    ["is blocked", { outcome: "BLOCKED", reason: "gate-exhausted" }],
    ["failed", { outcome: "FAILED", reason: "no-output" }],
    ["does not count", { counted: false }],
    ["does not feed the usual time", { feeds_baseline: false }],
    ["has no known time", { wall_ms: null }],
    ["has a time that makes no sense", { wall_ms: -3 }],
    ["has a time beyond all numbers", { wall_ms: 2 ** 60 }],
    ["has half a millisecond", { wall_ms: 0.5 }],
    ["has an unknown ending", { outcome: null, reason: null }],
  ];
  test.each(outside)("a run that %s gets a score and leaves the usual time unchanged", async (_, facts) => {
    const store = theStore();
    const workspaceId = await createTestWorkspace(store);
    const { scored } = await createScoredRun(store, { workspaceId }, { facts });
    expect(scored.status).toBe("scored");
    expect(await readWorkspaceBaseline(store, workspaceId)).toMatchObject({ p50_ms: null, samples: 0 });
  });

  test("with the scenario scope, only runs of the same scenario set the usual time", async () => {
    const store = theStore();
    const workspaceId = await createTestWorkspace(store);
    const baseline_scope = "scenario";
    await createScoredRun(store, { workspaceId, scenarioKey: "a" }, { facts: { wall_ms: 1_000, baseline_scope } });
    await createScoredRun(store, { workspaceId, scenarioKey: "b" }, { facts: { wall_ms: 9_000, baseline_scope } });
    const { scored } = await createScoredRun(store, { workspaceId, scenarioKey: "a" }, { facts: { baseline_scope } });
    expect(scored).toMatchObject({
      card: { axes: { latency: { inputs: { p50_ms: 1_000, samples: 1, scope: "scenario" } } } },
    });
    const { scored: wide } = await createScoredRun(store, { workspaceId, scenarioKey: "c" });
    expect(wide).toMatchObject({ card: { axes: { latency: { inputs: { samples: 3, p50_ms: 9_000 } } } } });
  });

  test("a usual time that was edited by hand is computed again from its samples", async () => {
    const store = theStore();
    const workspaceId = await createTestWorkspace(store);
    for (const wall_ms of [1_000, 2_000, 3_000]) await createScoredRun(store, { workspaceId }, { facts: { wall_ms } });
    await store.database
      .updateTable("latency_baselines")
      .set({ p50_ms: 1, sample_count: 20 })
      .where("workspace_id", "=", workspaceId)
      .execute();
    const { scored } = await createScoredRun(store, { workspaceId });
    expect(scored).toMatchObject({ card: { axes: { latency: { inputs: { p50_ms: 2_000, samples: 3 } } } } });
  });

  test("in a contest every run uses the usual time that was frozen at the start, and changes none", async () => {
    const store = theStore();
    const workspaceId = await createTestWorkspace(store);
    const competitionId = await createContest(store, workspaceId);
    for (const _ of [1, 2]) {
      const { scored } = await createScoredRun(store, { workspaceId, competitionId });
      const inputs = { p50_ms: 777, samples: 9, frozen: true, run_ids: [] };
      expect(scored).toMatchObject({ card: { axes: { latency: { inputs } } } });
    }
    expect((await readWorkspaceBaseline(store, workspaceId)).samples).toBe(0);
  });

  test("scores whose telemetry was not delivered are found for a day", async () => {
    const store = theStore();
    const workspaceId = await createTestWorkspace(store);
    const ids: string[] = [];
    for (const _ of [1, 2, 3]) ids.push((await createScoredRun(store, { workspaceId })).runId);
    const unsent = async (afterSeconds = 0) =>
      (await listUnsentScores(store.database, { limit: 1_000, afterSeconds }))
        .map(({ run_id }) => run_id)
        .filter((id) => ids.includes(id));
    expect(await unsent()).toEqual(ids);
    expect(await unsent(3_600)).toEqual([]);
    const [sent = "", old = "", kept] = ids;
    await markEventSent(store.database, sent, new Date());
    await store.database
      .updateTable("agent_run_scores")
      .set({ scored_at: new Date(0) })
      .where("run_id", "=", old)
      .execute();
    expect(await unsent()).toEqual([kept]);
  });

  test("a scorer that throws leaves the run unchanged", async () => {
    const store = theStore();
    const workspaceId = await createTestWorkspace(store);
    const broken = () => {
      throw new Error("broken scorer");
    };
    await expect(createScoredRun(store, { workspaceId }, { scoreRun: broken })).rejects.toThrow("broken scorer");
    const rows = await store.database
      .selectFrom("runs")
      .select("status")
      .where("workspace_id", "=", workspaceId)
      .execute();
    expect(rows).toEqual([{ status: "running" }]);
  });
}

function readWorkspaceBaseline({ database }: SqlStore, workspaceId: string) {
  return readLatencyBaseline(database, { workspaceId, scope: "workspace", scenarioKey: "" });
}

async function createContest(store: SqlStore, workspaceId: string): Promise<string> {
  const id = await addContest(store, { workspaceId });
  const frozen = { p50_ms: 777, samples: 9, scope: "workspace", run_ids: [] };
  await store.database
    .updateTable("competitions")
    .set({ baselines: JSON.stringify({ "": frozen }) })
    .where("id", "=", id)
    .execute();
  return id;
}
