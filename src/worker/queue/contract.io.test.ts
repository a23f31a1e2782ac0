import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { openSqlStore } from "../../store/sql/open.ts";
import { newId } from "../../store/sql/ids.ts";
import { cancelRun, findRun, insertRuns } from "../../store/sql/runs/runs.ts";
import type { SqlStore } from "../../store/sql/sql-store.ts";
import { recordHeartbeat, registerWorker, removeWorker } from "../../store/sql/workers.ts";
import { ensureWorkspace } from "../../store/sql/workspaces.ts";
import { type QueueTestDeps, testQueue } from "./test-queue.fixture.ts";
import { createDatabase } from "../../../test/test-database.ts";
import { claimRun, releaseRun } from "../../store/sql/runs/claim.ts";
import { openLocalQueue } from "./local-queue.ts";
import { openPgBossQueue } from "./pg-boss-queue.ts";
import type { Delivery, Queue, QueuedRun } from "./queue.ts";

let folder: string;
let embedded: SqlStore;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "axis-queue-"));
  embedded = await openSqlStore({ configDir: folder, migrations: "run", onWarning: failOn });
});

afterAll(async () => {
  await embedded[Symbol.asyncDispose]();
  await rm(folder, { recursive: true, force: true });
});

testQueue("local", openLocal);
testQueue("pg-boss", openShared);

describe("pg-boss", () => {
  test("tokens appear with their transaction, or not at all", async () => {
    await using world = await openShared();
    const run = await world.addRun("one");
    const undone = world.store.database.transaction().execute(async (transaction) => {
      await world.queue.send([run], { transaction });
      throw new Error("undone");
    });
    await expect(undone).rejects.toThrow("undone");
    expect(await world.queue.hasToken(run)).toBe(false);
    await world.store.database.transaction().execute((transaction) => world.queue.send([run], { transaction }));
    expect((await world.queue.take(["one"]))?.runId).toBe(run.runId);
  });

  test("a delivery of before cannot renew or complete the token that came back", async () => {
    await using world = await openShared();
    await world.queue.send([await world.addRun("one")]);
    const first = await world.queue.take(["one"]);
    if (first === undefined) throw new Error("the queue has no token");
    const later = { ...first, returns: first.returns + 1 };
    expect(await world.queue.renew(later)).toBe(false);
    expect(await world.queue.complete(later)).toBe(false);
    expect(await world.queue.complete(first)).toBe(true);
  });
});

describe("local", () => {
  test("what was running when its process ended is queued again", async () => {
    await using world = await openLocal();
    const run = await world.addRun("one");
    const delivery = await world.queue.take(["one"]);
    await claimRun(world.store.database, { runId: run.runId, workerId: "gone", tokenId: delivery?.tokenId ?? "" });
    expect(await world.queue.take(["one"])).toBeUndefined();
    await using next = await openLocalQueue(world.store.database);
    expect((await next.take(["one"]))?.runId).toBe(run.runId);
  });

  test("what was running at the end of three processes in a row is dead, and stays so until it is finished", async () => {
    await using world = await openLocal();
    const { runId } = await world.addRun("one");
    for (const returns of [0, 1, 2]) {
      await using process = await openLocalQueue(world.store.database);
      expect(await process.takeDead()).toBeUndefined();
      expect(await takenAndClaimed(process, world.store)).toMatchObject({ runId, returns });
    }
    await using next = await openLocalQueue(world.store.database);
    expect(await next.take(["one"])).toBeUndefined();
    const dead = await next.takeDead();
    expect(dead).toMatchObject({ runId, returns: 2 });
    expect(await next.takeDead()).toMatchObject({ runId });
    if (dead !== undefined) await next.complete(dead);
    expect(await next.takeDead()).toBeUndefined();
    await using later = await openLocalQueue(world.store.database);
    expect(await later.takeDead()).toMatchObject({ runId });
  });

  test("a run that was put back in good order in between is not dead", async () => {
    await using world = await openLocal();
    const { runId } = await world.addRun("one");
    for (const attempt of [1, 2, 3, 4, 5]) {
      await using process = await openLocalQueue(world.store.database);
      expect(await takenAndClaimed(process, world.store)).toMatchObject({ runId });
      if (attempt === 2) await releaseRun(world.store.database, { runId, attempt });
    }
    await using next = await openLocalQueue(world.store.database);
    expect((await next.takeDead())?.runId).toBe(runId);
  });

  test("a process that was told to stop has lost nothing, however hard it was stopped; crashes in between still count", async () => {
    await using world = await openLocal();
    const { database } = world.store;
    const { runId } = await world.addRun("one");
    const ends = ["stopped", "crashed", "stopped", "stopped", "stopped", "crashed", "stopped"] as const;
    const returns: number[] = [];
    for (const end of ends) {
      await using process = await openLocalQueue(database);
      await registerWorker(database, { id: "gone", host: "h", version: "1", agents: ["one"], slots: 1 });
      returns.push((await takenAndClaimed(process, world.store)).returns);
      if (end === "stopped") await recordHeartbeat(database, "gone", "draining");
    }
    expect(returns).toEqual([0, 0, 1, 1, 1, 1, 2]);
    await using last = await openLocalQueue(database);
    expect(await last.takeDead()).toBeUndefined();
    await registerWorker(database, { id: "gone", host: "h", version: "1", agents: ["one"], slots: 1 });
    await takenAndClaimed(last, world.store);
    await using next = await openLocalQueue(database);
    expect(await next.takeDead()).toMatchObject({ runId });
    await removeWorker(database, "gone");
  });

  test("a run that somebody wants to stop is cancelled, and not dead", async () => {
    await using world = await openLocal();
    const { runId } = await world.addRun("one");
    for (const _ of [1, 2, 3]) {
      await using process = await openLocalQueue(world.store.database);
      await takenAndClaimed(process, world.store);
    }
    expect(await cancelRun(world.store.database, runId)).toBe("requested");
    await using next = await openLocalQueue(world.store.database);
    expect(await next.takeDead()).toBeUndefined();
    const delivery = await next.take(["one"]);
    const claim = { runId, workerId: "next", tokenId: delivery?.tokenId ?? "" };
    expect(await claimRun(world.store.database, claim)).toEqual({ status: "done" });
    expect(await findRun(world.store.database, runId)).toMatchObject({ status: "cancelled" });
  });
});

/** As a worker does that is killed afterwards. */
async function takenAndClaimed(queue: Queue, { database }: SqlStore): Promise<Delivery> {
  const delivery = await queue.take(["one"]);
  if (delivery === undefined) throw new Error("the queue has no token");
  const { runId, tokenId } = delivery;
  expect(await claimRun(database, { runId, workerId: "gone", tokenId })).toMatchObject({ status: "claimed" });
  return delivery;
}

interface OpenWorld extends QueueTestDeps {
  readonly store: SqlStore;
}

async function openLocal(): Promise<OpenWorld> {
  await embedded.database.deleteFrom("runs").execute();
  return await worldOf(embedded, await openLocalQueue(embedded.database), async () => {});
}

async function openShared(): Promise<OpenWorld> {
  const url = await createDatabase();
  const store = await openSqlStore({ configDir: ".", url, migrations: "run", onWarning: failOn });
  return await worldOf(store, await openPgBossQueue({ url, onWarning: failOn }), () => store[Symbol.asyncDispose]());
}

async function worldOf(store: SqlStore, queue: Queue, close: () => PromiseLike<void>): Promise<OpenWorld> {
  const { id: workspaceId } = await ensureWorkspace(store.database, { slug: "shop", name: "Shop" });
  return {
    store,
    queue,
    async addRun(agent, priority = 0): Promise<QueuedRun> {
      const id = newId("run", new Date());
      await insertRuns(store.database, [{ id, workspaceId, scenarioKey: "a", scenarioHash: "h", agent, priority }]);
      return { runId: id, agent, priority, longestSeconds: 60 };
    },
    async [Symbol.asyncDispose]() {
      await queue[Symbol.asyncDispose]();
      await close();
    },
  };
}

function failOn(message: string): never {
  throw new Error(message);
}
