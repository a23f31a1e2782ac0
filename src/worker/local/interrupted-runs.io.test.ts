import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { openInMemory } from "../../store/sql/drivers/pglite.ts";
import { newId } from "../../store/sql/ids.ts";
import { claimRun, releaseRun } from "../../store/sql/runs/claim.ts";
import { cancelRun, findRun, insertRuns } from "../../store/sql/runs/runs.ts";
import type { SqlStore } from "../../store/sql/sql-store.ts";
import { recordHeartbeat, registerWorker, removeWorker } from "../../store/sql/workers.ts";
import { ensureWorkspace } from "../../store/sql/workspaces.ts";
import { requeueInterruptedRuns } from "./interrupted-runs.ts";

let store: SqlStore;
let runId: string;
const logged: string[] = [];

beforeAll(async () => {
  store = await openInMemory();
});
afterAll(() => store[Symbol.asyncDispose]());

beforeEach(async () => {
  const { database } = store;
  logged.length = 0;
  await database.deleteFrom("runs").execute();
  const { id: workspaceId } = await ensureWorkspace(database, { slug: "shop", name: "Shop" });
  runId = newId("run", new Date());
  await insertRuns(database, [{ id: runId, workspaceId, scenarioKey: "a", scenarioHash: "h", agent: "one" }]);
  return () => removeWorker(database, "gone");
});

/** The next process starts and claims the run, if it can. */
async function startProcess() {
  await requeueInterruptedRuns({ database: store.database, log: (message) => void logged.push(message) });
  return await claimRun(store.database, { runId, workerId: "gone", tokenId: randomUUID() });
}

const register = () =>
  registerWorker(store.database, { id: "gone", host: "h", version: "1", agents: ["one"], slots: 1 });

test("a run that was running when its process died is queued again", async () => {
  await startProcess();
  expect(await startProcess()).toMatchObject({ status: "claimed", run: { attempt: 2, losses: 1 } });
});

test("a run that was running when three processes in a row died is finished as lost", async () => {
  for (const losses of [0, 1, 2]) expect(await startProcess()).toMatchObject({ status: "claimed", run: { losses } });
  expect(await startProcess()).toEqual({ status: "done" });
  expect(await findRun(store.database, runId)).toMatchObject({
    status: "finished",
    outcome: "FAILED",
    reason: "worker-lost",
    counted: false,
    attempt: 3,
  });
  expect(logged).toEqual([expect.stringContaining(`${runId}: every worker that took this run was lost`)]);
});

test("a run that was requeued properly in between is not lost", async () => {
  for (const attempt of [1, 2, 3, 4, 5]) {
    expect(await startProcess()).toMatchObject({ status: "claimed" });
    if (attempt === 2) await releaseRun(store.database, { runId, attempt });
  }
  expect(await startProcess()).toEqual({ status: "done" });
});

test("a process that was told to stop has lost nothing, even if it was killed; crashes in between still count", async () => {
  const ends = ["stopped", "crashed", "stopped", "stopped", "stopped", "crashed", "stopped"] as const;
  const losses: number[] = [];
  for (const end of ends) {
    const claim = await startProcess();
    await register();
    if (claim.status === "claimed") losses.push(claim.run.losses);
    if (end === "stopped") await recordHeartbeat(store.database, "gone", "draining");
  }
  expect(losses).toEqual([0, 0, 1, 1, 1, 1, 2]);
  expect(await startProcess()).toMatchObject({ status: "claimed", run: { losses: 2 } });
  await register();
  expect(await startProcess()).toEqual({ status: "done" });
  expect(await findRun(store.database, runId)).toMatchObject({ reason: "worker-lost" });
});

test("a run with a cancel request is cancelled, and not lost", async () => {
  for (const _ of [1, 2, 3]) await startProcess();
  expect(await cancelRun(store.database, runId)).toBe("requested");
  expect(await startProcess()).toEqual({ status: "done" });
  expect(await findRun(store.database, runId)).toMatchObject({ status: "cancelled" });
});
