/** Competitions over HTTP: the list, how the entrants of one stand, and who may see them. */
import { afterAll, beforeAll, expect, test } from "vitest";
import { sampleCompetition } from "../../src/store/sql/suite/samples.fixture.ts";
import { addContest, createFixedScorer, createScoredRun } from "../../src/store/sql/suite/suite-helpers.fixture.ts";
import { newId } from "../../src/store/sql/ids.ts";
import { openServerWorld, type ServerWorld } from "./server-world.ts";

let world: ServerWorld;
beforeAll(async () => {
  world = await openServerWorld();
});
afterAll(async () => {
  expect(world.defects).toEqual([]);
  await world[Symbol.asyncDispose]();
});

const addCompetition = (parts: Partial<Parameters<typeof addContest>[1]> = {}) =>
  addContest(world.store, { id: newId("cmp", new Date()), workspaceId: world.shop, ...parts });

async function addRun(
  competitionId: string,
  agent: string,
  numbers: { score: number; result: number; passed: boolean },
) {
  const run = { workspaceId: world.shop, competitionId, agent, id: newId("run", new Date()) };
  const ending = {
    axis_result: numbers.result,
    run_status: numbers.passed ? ("passed" as const) : ("failed" as const),
    cost_micros: 250_000,
  };
  await createScoredRun(world.store, run, { scoreRun: createFixedScorer(numbers.score), ending });
}

test("while a competition runs, its standing is ranked from the runs that have ended", async () => {
  const id = await addCompetition({ plannedRuns: 4, trials: 2 });
  await addRun(id, "quick", { score: 80, result: 90, passed: true });
  await addRun(id, "careful", { score: 95, result: 70, passed: true });
  const { body } = await world.api.json(`/v1/competitions/${id}`);
  expect(body).toMatchObject({
    id,
    workspace: "shop",
    state: "running",
    scenarios: ["cms/create"],
    agents: ["careful", "quick"],
    trials: 2,
    base: { commit: "0".repeat(40), ref: "HEAD" },
    rank: "scorecard",
    finished_at: null,
    report_id: null,
    headline: null,
    winner: null,
    verdict: null,
    runs: { planned: 4, finished: 2, running: 0, passed: 2 },
    competition: null,
  });
  const common = { runs: 2, passed: 1, blocked: 0, cost_micros: 250_000, duration_ms: 60_000 };
  expect(body.standing).toEqual([
    { place: 1, agent: "careful", ...common, scorecard_total: 95, axis_result: 70, rule: 2 },
    { place: 2, agent: "quick", ...common, scorecard_total: 80, axis_result: 90, rule: null },
  ]);
  expect((await world.api.json(`/v1/runs?competition=${id}`)).body.data).toHaveLength(2);
});

test("a competition without a run yet ranks everybody by name", async () => {
  const { body } = await world.api.json(`/v1/competitions/${await addCompetition()}`);
  expect(body.standing.map(({ agent, passed }: { agent: string; passed: number }) => [agent, passed])).toEqual([
    ["careful", 0],
    ["quick", 0],
  ]);
});

test("once the report is written, its ranking and its words are given as they stand", async () => {
  const result = sampleCompetition("cmp", newId("run", new Date()));
  const id = await addCompetition({ state: "finished", result, reportId: "r-1", finishedAt: new Date(5) });
  const { body } = await world.api.json(`/v1/competitions/${id}`);
  expect(body).toMatchObject({ state: "finished", winner: "careful", verdict: "TOO CLOSE", report_id: "r-1" });
  expect(body.headline).toBe(result.headline);
  expect(body.competition).toEqual(result);
  expect(body.standing[0]).toMatchObject({ agent: "careful", scorecard_total: 90, cost_micros: 250_000, rule: 1 });
});

test("the list is paged, newest first, and filtered by workspace and state", async () => {
  const ids = [];
  for (const second of [1, 2, 3])
    ids.unshift(await addCompetition({ workspaceId: world.other, createdAt: new Date(second * 1_000) }));
  const first = (await world.api.json("/v1/competitions?workspace=other&limit=2")).body;
  expect(first.data.map(({ id }: { id: string }) => id)).toEqual(ids.slice(0, 2));
  const rest = (await world.api.json(`/v1/competitions?workspace=other&limit=2&cursor=${first.next_cursor}`)).body;
  expect([rest.data.map(({ id }: { id: string }) => id), rest.next_cursor]).toEqual([ids.slice(2), null]);
  expect((await world.api.json("/v1/competitions?workspace=other&state=cancelled")).body.data).toEqual([]);
  expect((await world.api.json("/v1/competitions?state=over")).status).toBe(400);
  expect((await world.api.json(`/v1/competitions?state=running&cursor=${first.next_cursor}`)).body.error.code).toBe(
    "bad-cursor",
  );
});

test("a token that is bound to a workspace sees only its competitions", async () => {
  const [mine, yours] = [await addCompetition(), await addCompetition({ workspaceId: world.other })];
  const headers = await world.bearer({ workspaceId: world.shop });
  const { data } = (await world.api.json("/v1/competitions?limit=200", { headers })).body;
  expect(data.map(({ workspace }: { workspace: string }) => workspace)).not.toContain("other");
  expect((await world.api.json(`/v1/competitions/${mine}`, { headers })).status).toBe(200);
  expect((await world.api.json(`/v1/competitions/${yours}`, { headers })).body.error.code).toBe(
    "competition-not-found",
  );
  expect((await world.api.json("/v1/competitions?workspace=other", { headers })).status).toBe(404);
  expect((await world.api.json("/v1/competitions/cmp_1")).body.error.code).toBe("bad-id");
});
