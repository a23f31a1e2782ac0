import { afterAll, beforeAll, expect, test } from "vitest";
import { insertScore } from "../../src/store/sql/runs/run-ending.ts";
import { findRun } from "../../src/store/sql/runs/runs.ts";
import { sampleCard, sampleFacts } from "../../src/store/sql/suite/samples.fixture.ts";
import { openServerWorld, type ServerWorld } from "./server-world.ts";

let world: ServerWorld;
beforeAll(async () => {
  world = await openServerWorld();
});
afterAll(async () => {
  await world[Symbol.asyncDispose]();
});

/** A run with the score of the contract's example. */
async function exampleRun(): Promise<string> {
  const id = await world.queued();
  const row = await findRun(world.store.database, id);
  if (row === undefined) throw new Error("the run is not there");
  const card = sampleCard(sampleFacts(id), null);
  const points = { completion: 100, error_rate: 85, latency: 72, resource_efficiency: 93 };
  const axes = Object.fromEntries(
    Object.entries(card.axes).map(([name, axis]) => [name, { ...axis, score: points[name as keyof typeof points] }]),
  ) as typeof card.axes;
  await insertScore(world.store.database, row, { ...card, score: 89, tier: "Gold", axes });
  return id;
}

test("a score has the contract's keys in the contract's order, and nothing else", async () => {
  const id = await exampleRun();
  const answer = await world.api.call(`/v1/runs/${id}/score`);
  expect(answer.status).toBe(200);
  expect(await answer.text()).toBe(
    `{"run_id":"${id}","score":89,"tier":"Gold","formula_version":"2","axes":{"completion":100,"error_rate":85,"latency":72,"resource_efficiency":93}}`,
  );
});

test("a run that is queued has a score that is null in all its parts", async () => {
  const id = await world.queued();
  const { status, body, headers } = await world.api.json(`/v1/runs/${id}/score`);
  expect(status).toBe(200);
  expect(body).toEqual({
    run_id: id,
    score: null,
    tier: "Unranked",
    formula_version: "2",
    axes: { completion: null, error_rate: null, latency: null, resource_efficiency: null },
  });
  expect(headers.get("etag")).toBeNull();
  expect(headers.get("cache-control")).toBe("no-store");
});

test("the score of a finished run may be kept, and is asked for again", async () => {
  const id = await world.scored();
  const first = await world.api.call(`/v1/runs/${id}/score`);
  const etag = first.headers.get("etag") ?? "";
  expect(first.headers.get("cache-control")).toBe("private, no-cache");
  const again = await world.api.call(`/v1/runs/${id}/score`, { headers: { "If-None-Match": `"x", W/${etag}` } });
  expect(again.status).toBe(304);
  expect(await again.text()).toBe("");
  const other = await world.api.call(`/v1/runs/${id}/score`, { headers: { "If-None-Match": '"other"' } });
  expect(other.status).toBe(200);
});

test("a run nobody knows is 404", async () => {
  const { status, body } = await world.api.json("/v1/runs/run_01JQ7K3V5ZJ9X2M4N6P8R0S1T2/score");
  expect([status, body.error.code]).toEqual([404, "run-not-found"]);
});

test("the scorecard is the stored document; without a score it is 404", async () => {
  const id = await world.scored();
  const { body } = await world.api.json(`/v1/runs/${id}/scorecard`);
  expect(body).toMatchObject({ run_id: id, formula_version: "2", weights_source: "default" });
  const { status, body: problem } = await world.api.json(`/v1/runs/${await world.queued()}/scorecard`);
  expect([status, problem.error.code]).toEqual([404, "score-not-found"]);
});
