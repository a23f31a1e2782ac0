import { afterAll, beforeAll, expect, test } from "vitest";
import { uuidOfId } from "../../src/core/ids.ts";
import { startRelay } from "../../src/server/scored-relay.ts";
import { openReceiver } from "../../src/telemetry/receiver.fixture.ts";
import { openServerWorld, type ServerWorld } from "./server-world.ts";

let world: ServerWorld;
beforeAll(async () => {
  world = await openServerWorld();
});
afterAll(async () => {
  await world[Symbol.asyncDispose]();
});

interface Batch {
  readonly batch: { uuid: string; properties: { run_id: string; score: number } }[];
}

test("scored runs are told once they are scored, and what was scored before is told too", async () => {
  await using host = await openReceiver(200);
  await using collector = await openReceiver(200);
  const before = await world.scored();
  const relay = await startRelay(world.server.world, {
    settings: { posthog: { host: host.url }, otel: collector.url },
    env: { AXIS_POSTHOG_KEY: "phc_1" },
  });
  await host.came(1);
  const after = await world.scored();
  await collector.came(1);
  await host.came(2);
  await relay?.[Symbol.asyncDispose]();
  const told = host.received.flatMap(({ body }) => (body as Batch).batch);
  expect(new Set(told.map(({ properties }) => properties.run_id))).toEqual(new Set([before, after]));
  expect(told.find(({ properties }) => properties.run_id === after)?.uuid).toBe(uuidOfId(after));
  expect(JSON.stringify(collector.received)).toContain(after);
  await until(async () => (await unsent()) === 0);
});

test("with nothing configured there is no relay", async () => {
  expect(await startRelay(world.server.world, { settings: undefined, env: {} })).toBeUndefined();
});

async function unsent(): Promise<number> {
  const rows = await world.store.database
    .selectFrom("agent_run_scores")
    .select("run_id")
    .where("event_sent_at", "is", null)
    .execute();
  return rows.length;
}

/** Marking comes after the answer of the host, so it is waited for; the test ends by its own limit otherwise. */
async function until(isSo: () => Promise<boolean>): Promise<void> {
  while (!(await isSo())) await new Promise((resolve) => setTimeout(resolve, 10));
}
