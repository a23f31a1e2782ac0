import { afterEach, beforeEach, expect, test } from "vitest";
import { toUuid } from "../../src/core/names/ids.ts";
import { startRelay } from "../../src/server/scored-relay.ts";
import type { TelemetryTargets } from "../../src/store/sql/runs/run-ending.ts";
import { storeFacts } from "../../src/store/sql/runs/runs.ts";
import { listUnsentScores } from "../../src/store/sql/runs/scores.ts";
import { finishRunRow } from "../../src/store/sql/runs/scoring.ts";
import { openReceiver } from "../../src/report/telemetry/receiver.fixture.ts";
import { sampleCard, sampleFacts } from "../../src/store/sql/suite/samples.fixture.ts";
import { openServerWorld, type ServerWorld } from "./server-world.ts";

let world: ServerWorld;
beforeEach(async () => {
  world = await openServerWorld();
});
afterEach(async () => {
  await world[Symbol.asyncDispose]();
});

interface Batch {
  readonly batch: { uuid: string; properties: { run_id: string; score: number } }[];
}

test("scored runs are told once they are scored, and what was scored before is told too", async () => {
  await using host = await openReceiver(200);
  await using collector = await openReceiver(200);
  const before = await world.scored();
  const relay = await startRelay(world.server, {
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
  expect(told.find(({ properties }) => properties.run_id === after)?.uuid).toBe(toUuid(after));
  expect(JSON.stringify(collector.received)).toContain(after);
  await until(async () => (await unsent()) === 0);
});

test("what its scorer tells by itself is left alone, until a minute went by without a mark", async () => {
  await using host = await openReceiver(200);
  await using collector = await openReceiver(200);
  const relay = await startRelay(world.server, {
    settings: { posthog: { host: host.url }, otel: collector.url },
    env: { AXIS_POSTHOG_KEY: "phc_1" },
  });
  const { database } = world.store;
  const both = await finished({ posthog: true, otel: true });
  const neither = await finished({ posthog: false, otel: false });
  await host.came(1);
  await relay?.[Symbol.asyncDispose]();
  const told = host.received.flatMap(({ body }) => (body as Batch).batch.map(({ properties }) => properties.run_id));
  expect(told).toEqual([neither]);
  const traces = JSON.stringify(collector.received);
  expect([traces.includes(neither), traces.includes(both)]).toEqual([true, false]);
  const left = async (afterSeconds: number) =>
    (await listUnsentScores(database, { limit: 100, afterSeconds })).map(({ run_id }) => run_id);
  expect(await left(0)).toContain(both);
  expect(await left(60)).not.toContain(both);
});

/** A run of a worker that tells these of it by itself. */
async function finished(tells: TelemetryTargets): Promise<string> {
  const runId = await world.running();
  const { database } = world.store;
  await storeFacts(database, { runId, attempt: 1 }, sampleFacts(runId));
  await finishRunRow(database, { runId, attempt: 1, ending: {}, tells }, sampleCard);
  return runId;
}

test("with nothing configured there is no relay", async () => {
  expect(await startRelay(world.server, { settings: undefined, env: {} })).toBeUndefined();
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
