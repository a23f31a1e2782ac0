/** Part of the SQL suite: runs are queued, claimed, requeued and cancelled; events report it. */
import { expect, test } from "vitest";
import { toUuid } from "../../../core/names/ids.ts";
import type { RunStage } from "../../../core/run/run-stage.ts";
import { claimRun, claimState, releaseRun } from "../runs/claim.ts";
import { listQueuedRuns } from "../runs/open-runs.ts";
import { addEvents, allWorkspaces, hasEvent, findLastEvent, readEvents, removeOldEvents } from "../runs/run-events.ts";
import { cancelRun, findRun, insertRuns, storeFacts } from "../runs/runs.ts";
import { readStages, saveStages } from "../runs/stages.ts";
import { setAgentLimits } from "../agent-limits.ts";
import { recordHeartbeat, registerWorker, removeLostWorkers, removeWorker, listServedAgents } from "../workers.ts";
import { sampleFacts } from "./samples.fixture.ts";
import { waitForTransactions } from "../all-ended.fixture.ts";
import { createTestWorkspace, nextRunId, sampleRun, startRun, type GetStore } from "./suite-helpers.fixture.ts";

/** A name as hostile as possible. */
const hostile = `'; drop table runs; -- %_\\ "\0\uD800 \u202e`;

export function testRunRows(theStore: GetStore): void {
  test("a run that is submitted twice exists once", async () => {
    const { database } = theStore();
    const run = sampleRun({ workspaceId: await createTestWorkspace(theStore()) });
    expect(await insertRuns(database, [run])).toEqual([run.id]);
    expect(await insertRuns(database, [run])).toEqual([]);
    expect(await findRun(database, run.id)).toMatchObject({ status: "queued", attempt: 0, trial: 1 });
  });

  test("a run of another workspace does not exist for a caller that names a workspace", async () => {
    const { database } = theStore();
    const workspaceId = await createTestWorkspace(theStore());
    const run = sampleRun({ workspaceId });
    await insertRuns(database, [run]);
    expect(await findRun(database, run.id, workspaceId)).toBeDefined();
    expect(await findRun(database, run.id, await createTestWorkspace(theStore()))).toBeUndefined();
  });

  test("hostile names are stored as text, without the characters Postgres cannot store", async () => {
    const { database } = theStore();
    const run = sampleRun({ workspaceId: await createTestWorkspace(theStore()), agent: hostile, scenarioKey: hostile });
    await insertRuns(database, [run]);
    const kept = hostile.replace("\0", "\uFFFD").replace("\uD800", "\uFFFD");
    expect(await findRun(database, run.id)).toMatchObject({ agent: kept, scenario_key: kept });
    expect(await findRun(database, `${run.id}' or '1'='1`)).toBeUndefined();
  });

  test.each(["run_abc", "RUN_00000000000000000000000001", "run_8ZZZZZZZZZZZZZZZZZZZZZZZZZ", "../x"])(
    "the id %j is refused by the table itself",
    async (id) => {
      const workspaceId = await createTestWorkspace(theStore());
      await expect(insertRuns(theStore().database, [sampleRun({ workspaceId, id })])).rejects.toMatchObject({
        code: "23514",
      });
    },
  );

  test("one worker claims a run; others find it taken until its owner is lost", async () => {
    const { database } = theStore();
    const run = sampleRun({ workspaceId: await createTestWorkspace(theStore()) });
    await insertRuns(database, [run]);
    const token = toUuid(run.id);
    const other = toUuid(nextRunId());
    await registerWorker(database, { id: "w-a", host: "h", version: "1", agents: ["echo"], slots: 2 });
    expect(await claimRun(database, { runId: run.id, workerId: "w-a", tokenId: token })).toMatchObject({
      status: "claimed",
      run: { attempt: 1, worker_id: "w-a", token_id: token },
    });
    expect(await claimRun(database, { runId: run.id, workerId: "w-b", tokenId: other })).toEqual({ status: "done" });
    const again = await claimRun(database, { runId: run.id, workerId: "w-a", tokenId: token });
    expect(again).toMatchObject({ status: "claimed", run: { attempt: 2 } });
    await database
      .updateTable("workers")
      .set({ seen_at: new Date(0) })
      .where("id", "=", "w-a")
      .execute();
    const taken = await claimRun(database, { runId: run.id, workerId: "w-b", tokenId: other });
    expect(taken).toMatchObject({ status: "claimed", run: { attempt: 3, worker_id: "w-b" } });
    expect(await claimState(database, { runId: run.id, attempt: 2 })).toBe("gone");
    expect(await storeFacts(database, { runId: run.id, attempt: 2 }, sampleFacts(run.id))).toBe(false);
  });

  test("an agent runs as many runs at once as its limit allows, and no more", async () => {
    const { database } = theStore();
    const workspaceId = await createTestWorkspace(theStore());
    const runs = Array.from({ length: 8 }, () => sampleRun({ workspaceId, agent: `limited-${workspaceId}` }));
    await insertRuns(database, runs);
    await setAgentLimits(database, { [`limited-${workspaceId}`]: 9 });
    await setAgentLimits(database, { [`limited-${workspaceId}`]: 3 });
    const claims = await Promise.all(
      runs.map(({ id }) => claimRun(database, { runId: id, workerId: "w", tokenId: toUuid(id) })),
    );
    expect(claims.filter(({ status }) => status === "claimed")).toHaveLength(3);
    expect(claims.filter(({ status }) => status === "full")).toHaveLength(5);
  });

  test("a requeued run is queued again, and the next claim is another attempt", async () => {
    const store = theStore();
    const runId = await startRun(store, { workspaceId: await createTestWorkspace(store) });
    expect(await releaseRun(store.database, { runId, attempt: 2 })).toBe(false);
    expect(await releaseRun(store.database, { runId, attempt: 1 })).toBe(true);
    expect((await listQueuedRuns(store.database, { waitingSeconds: 0, limit: 1_000 })).map(({ id }) => id)).toContain(
      runId,
    );
    const claim = await claimRun(store.database, { runId, workerId: "w", tokenId: toUuid(runId) });
    expect(claim).toMatchObject({ status: "claimed", run: { attempt: 2, lost_cost_micros: 0 } });
  });

  test("a queued run is cancelled at once, a running one is asked to stop, a finished one is left alone", async () => {
    const store = theStore();
    const { database } = store;
    const workspaceId = await createTestWorkspace(store);
    const queued = sampleRun({ workspaceId });
    await insertRuns(database, [queued]);
    expect(await cancelRun(database, queued.id)).toBe("cancelled");
    expect(await cancelRun(database, queued.id)).toBe("cancelled");
    expect(await findRun(database, queued.id)).toMatchObject({ status: "cancelled", outcome: null });
    const running = await startRun(store, { workspaceId });
    expect(await cancelRun(database, running)).toBe("requested");
    const first = (await findRun(database, running))?.cancel_requested_at;
    expect(await cancelRun(database, running)).toBe("requested");
    expect((await findRun(database, running))?.cancel_requested_at).toEqual(first);
    expect(await claimState(database, { runId: running, attempt: 1 })).toBe("cancel-requested");
    expect(await cancelRun(database, nextRunId())).toBe("missing");
  });

  test("stages and their executions are read back as saved; output tails are cut to the table's limit", async () => {
    const store = theStore();
    const runId = await startRun(store, { workspaceId: await createTestWorkspace(store) });
    const stage = gate("é".repeat(20_000));
    expect(await saveStages(store.database, { runId, attempt: 1 }, [stage])).toBe(true);
    expect(await saveStages(store.database, { runId, attempt: 1 }, [stage])).toBe(true);
    const [kept] = await readStages(store.database, { runId, attempt: 1 });
    expect(kept).toEqual(gate("é".repeat(8_192)));
    expect(await saveStages(store.database, { runId, attempt: 7 }, [stage])).toBe(false);
  });

  test("events are read in order, of one workspace or one run", async () => {
    const store = theStore();
    const { database } = store;
    const workspaceId = await createTestWorkspace(store);
    const before = await findLastEvent(database);
    const runId = await startRun(store, { workspaceId });
    await addEvents(database, [{ workspaceId, type: "worker.changed", data: { hostile } }]);
    await waitForTransactions(store);
    const events = await readEvents(database, { workspaceId, after: before, limit: 10 });
    expect(events.map(({ type }) => type)).toEqual(["run.queued", "run.started", "worker.changed"]);
    expect(await readEvents(database, { runId, after: before, limit: 10 })).toHaveLength(2);
    const [first] = events;
    expect(await readEvents(database, { workspaceId, after: first?.seq ?? 0, limit: 1 })).toEqual([events[1]]);
    expect(await findLastEvent(database)).toBe(events[2]?.seq);
    expect(await hasEvent(database, events[2]?.seq ?? 0)).toBe(true);
    expect(await hasEvent(database, 2 ** 40)).toBe(false);
  });

  test("events older than some days are deleted, by the clock of the database", async () => {
    const { database } = theStore();
    const workspaceId = await createTestWorkspace(theStore());
    await addEvents(database, [{ workspaceId, type: "worker.changed" }]);
    await addEvents(database, [{ workspaceId, type: "worker.changed" }]);
    await waitForTransactions(theStore());
    const [old] = await readEvents(database, { workspaceId, after: 0, limit: 1 });
    const before = new Date(Date.now() - 8 * 86_400_000);
    await database
      .updateTable("run_events")
      .set({ at: before })
      .where("seq", "=", old?.seq ?? 0)
      .execute();
    expect(await removeOldEvents(database, 7)).toBe(1);
    expect(await readEvents(database, { workspaceId, after: 0, limit: 9 })).toHaveLength(1);
  });

  test("an event wakes a listener", async () => {
    const store = theStore();
    const workspaceId = await createTestWorkspace(store);
    let wake = () => {};
    const woken = new Promise<void>((resolve) => (wake = resolve));
    await using listening = await store.listen(() => wake());
    await addEvents(store.database, [{ workspaceId, type: "worker.changed" }]);
    await woken;
    expect(listening).toBeDefined();
  });

  test("a worker that starts, drains or leaves causes one event for all workspaces; a mere heartbeat causes none", async () => {
    const { database } = theStore();
    const before = await findLastEvent(database);
    const worker = { id: "w-t", host: "h", version: "1", agents: ["told-one"], slots: 1 };
    await registerWorker(database, worker);
    for (const state of ["ready", "draining", "draining"] as const) await recordHeartbeat(database, "w-t", state);
    await registerWorker(database, { ...worker, state: "draining" });
    for (const _ of [1, 2]) await removeWorker(database, "w-t");
    await registerWorker(database, worker);
    await removeLostWorkers(database, 3_600);
    await database
      .updateTable("workers")
      .set({ seen_at: new Date(0) })
      .where("id", "=", "w-t")
      .execute();
    await removeLostWorkers(database, 3_600);
    await waitForTransactions(theStore());
    const events = await readEvents(database, { workspaceId: allWorkspaces, after: before, limit: 100 });
    const told = events.filter(({ data }) => (data as { worker: string }).worker === "w-t");
    expect(told.map(({ data }) => (data as { state: string }).state)).toEqual(
      ["ready", "draining", "draining", "gone", "ready", "gone"], // The second draining: it serves others than before.
    );
    expect(new Set(told.map(({ type }) => type))).toEqual(new Set(["worker.changed"]));
  });

  test("an agent is served while a ready worker that has it was seen recently", async () => {
    const { database } = theStore();
    await registerWorker(database, { id: "w-s", host: "h", version: "1", agents: ["served-one"], slots: 1 });
    expect((await listServedAgents(database)).has("served-one")).toBe(true);
    expect(await recordHeartbeat(database, "w-s", "draining")).toBe(true);
    expect((await listServedAgents(database)).has("served-one")).toBe(false);
    await removeWorker(database, "w-s");
    expect(await recordHeartbeat(database, "w-s", "ready")).toBe(false);
  });
}

function gate(outputTail: string): RunStage {
  return {
    position: 1,
    kind: "gate",
    name: "test",
    counts: true,
    executions: 1,
    first_passed: false,
    passed: false,
    repair_loops: 0,
    runs: [
      {
        execution: 1,
        turn: 0,
        passed: false,
        exit_code: 124,
        ended_by: "timeout",
        wall_ms: 5_000,
        tree_id: null,
        output_tail: outputTail,
      },
    ],
  };
}
