/** Part of the SQL suite: what is stored about running runs, and what remains of lost attempts. */
import { expect, test } from "vitest";
import { toUuid } from "../../../core/names/ids.ts";
import type { RunStage } from "../../../core/run/run-stage.ts";
import { listRunFiles, removeRunFiles } from "../files/run-files.ts";
import { readBytes } from "../files/blobs.ts";
import { claimRun, releaseRun } from "../runs/claim.ts";
import { listRunsOfOpenReports } from "../runs/open-runs.ts";
import { readEvents } from "../runs/run-events.ts";
import {
  addChunk,
  resetProgress,
  recordCost,
  replaceTranscript,
  type StoredChunk,
  announceTurn,
} from "../runs/run-progress.ts";
import { findRun, insertRuns, storeFacts } from "../runs/runs.ts";
import { putDocument } from "../files/documents.ts";
import { readStages, saveStages } from "../runs/stages.ts";
import { replaceAgentLimits, setAgentLimits } from "../agent-limits.ts";
import { sampleFacts } from "./samples.fixture.ts";
import { waitForTransactions } from "../all-ended.fixture.ts";
import { createTestWorkspace, sampleRun, createScoredRun, startRun, type GetStore } from "./suite-helpers.fixture.ts";

export function testRunProgress(theStore: GetStore): void {
  test("a complete transcript replaces the earlier chunks, and none of them remains", async () => {
    const store = theStore();
    const attempt = { runId: await startRun(store, { workspaceId: await createTestWorkspace(store) }), attempt: 1 };
    expect(await addChunk(store.database, attempt, chunk(0, 2))).toBe(true);
    expect(await addChunk(store.database, attempt, chunk(3, 4))).toBe(true);
    expect(await replaceTranscript(store.database, attempt, () => [chunk(0, 3), chunk(4, 9)])).toBe(true);
    const files = await listRunFiles(store.database, attempt, "transcript");
    expect(files.map(({ first_index, last_index }) => [first_index, last_index])).toEqual([
      [0, 3],
      [4, 9],
    ]);
    expect((await readBytes(store, files[1]?.blob_sha256 ?? Buffer.alloc(0))).toString()).toBe("4 to 9");
    expect(await replaceTranscript(store.database, { ...attempt, attempt: 2 }, () => [])).toBe(false);
    expect(await listRunFiles(store.database, attempt, "transcript")).toHaveLength(2);
    await removeRunFiles(store.database, attempt);
    expect(await listRunFiles(store.database, attempt, "transcript")).toEqual([]);
  });

  test("numbering continues after a failed try, and starts over with the next attempt", async () => {
    const store = theStore();
    const { database } = store;
    const runId = await startRun(store, { workspaceId: await createTestWorkspace(store) });
    const attempt = { runId, attempt: 1 };
    await addChunk(database, attempt, chunk(0, 4));
    expect(await resetProgress(database, attempt, 5)).toBe(true);
    expect(await listRunFiles(database, attempt, "transcript")).toEqual([]);
    await replaceTranscript(database, attempt, (start) => [chunk(start, start + 2)]);
    expect(await listRunFiles(database, attempt, "transcript")).toMatchObject([{ first_index: 5, last_index: 7 }]);
    await claimRun(database, { runId, workerId: "w", tokenId: toUuid(runId) });
    await replaceTranscript(database, { runId, attempt: 2 }, (start) => [chunk(start, start)]);
    expect(await listRunFiles(database, { runId, attempt: 2 }, "transcript")).toMatchObject([{ first_index: 0 }]);
  });

  test("writes of an attempt that does not hold the run change nothing", async () => {
    const store = theStore();
    const { database } = store;
    const workspaceId = await createTestWorkspace(store);
    const gone = { runId: await startRun(store, { workspaceId }), attempt: 2 };
    expect(await addChunk(database, gone, chunk(0, 0))).toBe(false);
    expect(await recordCost(database, gone, 7)).toBe(false);
    expect(await announceTurn(database, gone, { turn: 0 })).toBe(false);
    expect(await resetProgress(database, gone, 1)).toBe(false);
    expect(await findRun(database, gone.runId)).toMatchObject({ cost_micros: null });
    await waitForTransactions(store);
    const events = await readEvents(database, { runId: gone.runId, after: 0, limit: 10 });
    expect(events.map(({ type }) => type)).toEqual(["run.queued", "run.started"]);
  });

  test("the cost of a lost attempt is recorded as lost, and summed over all lost attempts", async () => {
    const store = theStore();
    const { database } = store;
    const runId = await startRun(store, { workspaceId: await createTestWorkspace(store) });
    await recordCost(database, { runId, attempt: 1 }, 50);
    await recordCost(database, { runId, attempt: 1 }, 40);
    const again = await claimRun(database, { runId, workerId: "w", tokenId: toUuid(runId) });
    expect(again).toMatchObject({ run: { attempt: 2, lost_cost_micros: 50, cost_micros: null } });
    await recordCost(database, { runId, attempt: 2 }, 7);
    await releaseRun(database, { runId, attempt: 2 });
    expect(await findRun(database, runId)).toMatchObject({ lost_cost_micros: 57, cost_micros: null });
  });

  test("the cost of an attempt is not lost if its facts are stored", async () => {
    const store = theStore();
    const { database } = store;
    const runId = await startRun(store, { workspaceId: await createTestWorkspace(store) });
    await recordCost(database, { runId, attempt: 1 }, 50);
    await storeFacts(database, { runId, attempt: 1 }, sampleFacts(runId));
    const again = await claimRun(database, { runId, workerId: "w", tokenId: toUuid(runId) });
    expect(again).toMatchObject({ run: { lost_cost_micros: 0, cost_micros: 50 } });
  });

  test("stages that are saved as they end cause one event each", async () => {
    const store = theStore();
    const { database } = store;
    const attempt = { runId: await startRun(store, { workspaceId: await createTestWorkspace(store) }), attempt: 1 };
    const agent = stage("agent", 0, { executions: 1 });
    const lint = stage("lint", 1, { kind: "gate", executions: 0, passed: null, first_passed: null });
    await saveStages(database, attempt, [agent, lint]);
    const linted = { ...lint, executions: 1, passed: true, first_passed: true };
    await saveStages(database, attempt, [{ ...agent, counts: false }, linted]);
    await saveStages(database, attempt, [{ ...agent, counts: false }, linted]);
    expect(await readStages(database, attempt)).toEqual([{ ...agent, counts: false }, linted]);
    await waitForTransactions(store);
    const events = await readEvents(database, { runId: attempt.runId, after: 0, limit: 10 });
    const told = events.filter(({ type }) => type === "run.stage").map(({ data }) => data);
    expect(told).toEqual([
      { attempt: 1, stages: [{ kind: "agent", name: "agent", passed: true }] },
      { attempt: 1, stages: [{ kind: "gate", name: "lint", passed: true }] },
    ]);
    await resetProgress(database, attempt, 0);
    expect(await readStages(database, attempt)).toEqual([]);
  });

  test("a report is open while one of its runs waits, or until it is complete; imported reports are not", async () => {
    const store = theStore();
    const { database } = store;
    const workspaceId = await createTestWorkspace(store);
    const waiting = sampleRun({ workspaceId, reportId: "waiting" });
    await insertRuns(database, [waiting]);
    const { runId: beside } = await createScoredRun(store, { workspaceId, reportId: "waiting" });
    const { runId: unwritten } = await createScoredRun(store, { workspaceId, reportId: "unwritten" });
    await createScoredRun(store, { workspaceId, reportId: "written" });
    const { runId: readIn } = await createScoredRun(store, { workspaceId, reportId: "read-in" });
    await database.updateTable("runs").set({ token_id: null }).where("id", "=", readIn).execute();
    const states = { waiting: "complete", unwritten: "aborted", written: "complete" };
    for (const [id, state] of Object.entries(states))
      await putDocument(database, { kind: "report", workspaceId, id, summary: { state } });
    const open = await listRunsOfOpenReports(database, workspaceId);
    expect(open.map(({ id }) => id).toSorted()).toEqual([waiting.id, beside, unwritten].toSorted());
  });

  test("only the limits set by the owner of a store apply", async () => {
    const { database } = theStore();
    await setAgentLimits(database, { "limited-before": 3 });
    await replaceAgentLimits(database, { "limited-now": 2 });
    const rows = await database.selectFrom("agent_limits").selectAll().execute();
    expect(rows).toEqual([{ agent: "limited-now", max_running: 2 }]);
  });
}

function chunk(first: number, last: number): StoredChunk {
  return {
    path: `${String(first).padStart(10, "0")}.ndjson.gz`,
    first,
    last,
    content: Buffer.from(`${first} to ${last}`),
  };
}

function stage(name: string, position: number, facts: Partial<RunStage>): RunStage {
  return {
    position,
    kind: "agent",
    name,
    counts: true,
    executions: 1,
    first_passed: true,
    passed: true,
    repair_loops: 0,
    runs: [],
    ...facts,
  };
}
