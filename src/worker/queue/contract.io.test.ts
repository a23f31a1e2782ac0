import { describe, expect, test } from "vitest";
import { openSqlStore } from "../../store/sql/open.ts";
import { newId } from "../../store/sql/ids.ts";
import { insertRuns } from "../../store/sql/runs/runs.ts";
import type { SqlStore } from "../../store/sql/sql-store.ts";
import { ensureWorkspace } from "../../store/sql/workspaces.ts";
import { type OpenedQueue, testQueue } from "./test-queue.fixture.ts";
import { createDatabase } from "../../../test/test-database.ts";
import { openPgBossQueue } from "./pg-boss-queue.ts";
import type { Queue, QueuedRun } from "./queue.ts";

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

interface OpenWorld extends OpenedQueue {
  readonly store: SqlStore;
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
