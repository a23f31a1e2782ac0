/** Workers and the queue, as the API tells of them. */
import { afterEach, beforeEach, expect, test } from "vitest";
import { sql } from "kysely";
import { toUuid } from "../../src/core/names/ids.ts";
import { claimRun } from "../../src/store/sql/runs/claim.ts";
import { registerWorker } from "../../src/store/sql/workers.ts";
import { openServerWorld, type ServerWorld } from "./server-world.ts";

let world: ServerWorld;
beforeEach(async () => {
  world = await openServerWorld();
});
afterEach(async () => {
  expect(world.defects).toEqual([]);
  await world[Symbol.asyncDispose]();
});

test("without workers and runs there is nothing to tell", async () => {
  const { status, body } = await world.api.json("/v1/workers");
  expect([status, body]).toEqual([200, { data: [], next_cursor: null, queue: [] }]);
});

test("a worker is told with what it carries out, a dead one as dead, and the queue by agent", async () => {
  const { database } = world.store;
  for (const id of ["worker-1", "worker-2"])
    await registerWorker(database, { id, host: "host-a", version: "0.1.0", agents: ["echo"], slots: 2 });
  await sql`update workers set seen_at = now() - interval '10 minutes' where id = 'worker-2'`.execute(database);
  const running = await world.running();
  await world.queued();
  const { body } = await world.api.json("/v1/workers");
  expect(body.data.map((worker: { id: string; live: boolean }) => [worker.id, worker.live])).toEqual([
    ["worker-1", true],
    ["worker-2", false],
  ]);
  expect(body.data[0]).toMatchObject({ host: "host-a", slots: 2, state: "ready", agents: ["echo"] });
  expect(body.data[0].running).toMatchObject([{ id: running, scenario: "cms/create", agent: "echo" }]);
  expect(body.data[1].running).toEqual([]);
  expect(body.queue).toEqual([{ agent: "echo", queued: 1, running: 1, served: true }]);
});

test("a token of one workspace sees only workers that execute its runs, with the agents of its runs", async () => {
  const worker = { host: "host-a", version: "0.1.0", slots: 2 };
  await registerWorker(world.store.database, { ...worker, id: "worker-1", agents: ["echo", "secret-agent"] });
  await registerWorker(world.store.database, { ...worker, id: "worker-2", agents: ["echo", "other-agent"] });
  await world.running();
  const seenBy = async (workspaceId: string) =>
    (await world.api.json("/v1/workers", { headers: await world.bearer({ workspaceId }) })).body;
  const { data } = await seenBy(world.shop);
  expect(data.map(({ id, agents }: { id: string; agents: string[] }) => [id, agents])).toEqual([
    ["worker-1", ["echo"]],
  ]);
  expect(await seenBy(world.other)).toEqual({ data: [], next_cursor: null, queue: [] });
});

test("for a token of one workspace, runs of others neither wait nor run", async () => {
  await registerWorker(world.store.database, {
    id: "worker-1",
    host: "host-a",
    version: "0.1.0",
    agents: ["echo"],
    slots: 2,
  });
  await world.running();
  await world.queued();
  const runId = await world.queued({ workspaceId: world.other });
  await claimRun(world.store.database, { runId, workerId: "worker-1", tokenId: toUuid(runId) });
  const headers = await world.bearer({ workspaceId: world.other });
  const { body } = await world.api.json("/v1/workers", { headers });
  expect(body.data[0].running.map(({ id }: { id: string }) => id)).toEqual([runId]);
  expect(body.queue).toEqual([{ agent: "echo", queued: 0, running: 1, served: true }]);
});
