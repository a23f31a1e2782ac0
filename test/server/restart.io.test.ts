import pg from "pg";
import { afterAll, beforeAll, expect, test } from "vitest";
import { local } from "./described.ts";
import { openServerWorld, roomy, type ServerWorld } from "./server-world.ts";

let world: ServerWorld;
beforeAll(async () => {
  world = await openServerWorld({ limits: roomy });
});
afterAll(async () => {
  await world[Symbol.asyncDispose]();
});

/** Ends every connection to the database, as a restart does. */
async function dropConnections(): Promise<void> {
  const client = new pg.Client({ connectionString: world.url });
  await client.connect();
  await client.query(
    "select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()",
  );
  await client.end();
}

test("the server survives the loss of all its connections, and so do open streams", async () => {
  const id = await world.scored();
  const answer = await world.server.app.request("/v1/events", {}, local);
  const reader = answer.body?.getReader();
  await dropConnections();
  const statuses = [];
  while (statuses.at(-1) !== 200) statuses.push((await world.api.call(`/v1/runs/${id}/score`)).status);
  expect(statuses.slice(0, -1).every((status) => status === 503)).toBe(true);
  await world.queued();
  let text = "";
  while (!text.includes("run.queued")) {
    const part = await reader?.read();
    if (part?.done !== false) break;
    text += new TextDecoder().decode(part.value);
  }
  await reader?.cancel();
  expect(text).toContain("event: run.queued");
  expect(world.defects).toEqual([]);
});

test("a store that is away is 503, and says nothing about it", async () => {
  const { healthz, runs } = await withBrokenStore();
  expect([healthz.status, runs.status]).toEqual([503, 503]);
  expect(await runs.text()).not.toMatch(/ECONN|postgres|127\.0\.0\.1/);
});

async function withBrokenStore() {
  const { openPostgres } = await import("../../src/store/sql/drivers/postgres.ts");
  const { createApp } = await import("../../src/server/app.ts");
  await using store = openPostgres("postgres://nobody@127.0.0.1:9/nothing");
  await using server = createApp({ store, access: { openReads: true } });
  const healthz = await server.app.request("/healthz", {}, local);
  const runs = await server.app.request("/v1/runs", {}, local);
  return { healthz, runs };
}
