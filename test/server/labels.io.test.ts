/** Labels over HTTP: the queue, new labels, who gave them, and the export that `axis calibrate` reads. */
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { temporaryProject } from "../../src/config/libraries/temporary-repository.ts";
import { drive } from "../../src/cli/drive.fixture.ts";
import { sampleScore } from "../../src/store/sample-result.fixture.ts";
import { newId } from "../../src/store/sql/ids.ts";
import { createScoredRun } from "../../src/store/sql/suite/suite-helpers.fixture.ts";
import { openServerWorld, roomy, type ServerWorld } from "./server-world.ts";

let world: ServerWorld;
let writer: { Authorization: string };
beforeAll(async () => {
  world = await openServerWorld({ limits: roomy });
  writer = await world.bearer({ name: "m.keller", scopes: ["write"] });
});
afterAll(() => world[Symbol.asyncDispose]());

/** A scored run with a judged check per grade, and a verified one at the end. */
async function judgedRun(grades: readonly number[], workspaceId = world.shop): Promise<string> {
  const criteria = [
    ...grades.map((score, index) => ({ check: `check ${index + 1}`, weight: 1, score, rationale: "so", by: "judge" })),
    { check: "tests pass", weight: 1, score: 10, rationale: "exit code 0", by: "verify" },
  ];
  const score = sampleScore(80);
  const result_doc = { score: { ...score, goalAchievement: { ...score.goalAchievement, criteria } } };
  const parts = { workspaceId, agent: "echo", id: newId("run", new Date()) };
  return (await createScoredRun(world.store, parts, { ending: { axis_result: 80, run_status: "passed", result_doc } }))
    .runId;
}

const send = (api: ServerWorld["api"], body: object, headers: Record<string, string>) =>
  api.json("/v1/labels", {
    method: "POST",
    body: JSON.stringify(body),
    headers: { "Content-Type": "application/json", ...headers },
  });
const post = (body: object, headers: Record<string, string> = writer) => send(world.api, body, headers);

describe("the queue", () => {
  test("has the judged checks without their grades, page by page, and none that has a label", async () => {
    const run = await judgedRun([8, 2]);
    const first = await world.api.json("/v1/review?workspace=shop&limit=1");
    expect(first.status).toBe(200);
    expect(first.body).toMatchObject({ waiting: 2, next_cursor: "1", agreement: { labels: 0, needed: 50 }, by: null });
    expect(JSON.stringify(first.body)).not.toMatch(/"score"|grade|rationale/);
    expect(first.body.data).toMatchObject([{ run_id: run, why: "first" }]);
    const second = await world.api.json("/v1/review?workspace=shop&limit=1&cursor=1");
    expect(second.body).toMatchObject({ next_cursor: null });
    await post({ run, check_index: 0, human: "pass" });
    await post({ run, check_index: 1, human: "unsure" });
    expect((await world.api.json("/v1/review?workspace=shop")).body).toMatchObject({
      waiting: 0,
      agreement: { labels: 1, both_pass: 1, unsure: 1 },
    });
  });

  test("needs a workspace that the caller may see", async () => {
    expect((await world.api.json("/v1/review")).status).toBe(400);
    expect((await world.api.json("/v1/review?workspace=nowhere")).status).toBe(404);
  });
});

describe("a label", () => {
  test("carries the name of its token and what the judge said, whatever the request says", async () => {
    const run = await judgedRun([8]);
    const { status, body } = await post({ run, check_index: 0, human: "fail", notes: "too general" });
    expect(status).toBe(201);
    expect(body.label).toMatchObject({
      id: run,
      check: "check 1",
      checkIndex: 0,
      human: "fail",
      judge: 0.8,
      passFrom: 0.75,
      decidedBy: "judge",
      notes: "too general",
      by: "m.keller",
    });
    expect((await post({ run, check_index: 0, human: "pass", judge: 0 })).body.label).toMatchObject({ judge: 0.8 });
  });

  test("replaces an earlier one of the same person, and can be taken back", async () => {
    const run = await judgedRun([8]);
    const standing = async () =>
      (await world.api.json(`/v1/labels?workspace=shop&run=${run}`)).body.data.map(
        ({ human, by }: { human: string; by: string }) => [by, human],
      );
    const other = await world.bearer({ name: "l.ito", scopes: ["write"] });
    await post({ run, check_index: 0, human: "fail" });
    await post({ run, check_index: 0, human: "pass" });
    await post({ run, check_index: 0, human: "pass" }, other);
    expect(await standing()).toEqual([
      ["m.keller", "pass"],
      ["l.ito", "pass"],
    ]);
    await post({ run, check_index: 0, human: "withdrawn" });
    expect(await standing()).toEqual([["l.ito", "pass"]]);
  });

  test("can be about a verified check, a step, a run, or an item of an evaluation", async () => {
    const run = await judgedRun([8]);
    const item = { workspace: "shop", evaluation: "e", item: "1", metric: "m", judge: 0.4, pass_from: 0.5 };
    for (const target of [{ run, check_index: 1 }, { run, step: 3 }, { run }, item])
      expect((await post({ ...target, human: "pass" })).status).toBe(201);
  });

  test.each([
    ["a check that the run does not have", 400, { check_index: 9, human: "pass" }],
    ["a check and a step at once", 400, { check_index: 0, step: 1, human: "pass" }],
    ["a run and an evaluation at once", 400, { evaluation: "e", human: "pass" }],
    ["no verdict", 400, { check_index: 0 }],
    ["an unknown verdict", 400, { check_index: 0, human: "maybe" }],
    ["a note that is too long", 400, { check_index: 0, human: "pass", notes: "x".repeat(5_000) }],
  ])("with %s is %d", async (_, status, parts) => {
    expect((await post({ run: await judgedRun([8]), ...parts })).status).toBe(status);
  });

  test("of nothing at all, or of a run that nobody knows, is refused", async () => {
    expect((await post({ human: "pass" })).status).toBe(400);
    expect((await post({ run: newId("run", new Date()), human: "pass" })).status).toBe(404);
  });

  test("needs a token that may write, and one of the run's workspace", async () => {
    const run = await judgedRun([8]);
    const body = { run, check_index: 0, human: "pass" };
    const call = (headers: Record<string, string>) => post(body, headers);
    expect((await call({})).status).toBe(401);
    expect((await call(await world.bearer({ scopes: ["read"] }))).status).toBe(403);
    expect((await call(await world.bearer({ scopes: ["write"], workspaceId: world.other }))).status).toBe(404);
    expect((await call({ ...writer, Origin: "http://evil.example" })).status).toBe(403);
  });
});

test("the export is a file that axis calibrate reads", async () => {
  const run = await judgedRun([9, 9, 3, 3], world.other);
  for (const [index, human] of ["pass", "fail", "fail", "fail"].entries())
    await post({ run, check_index: index, human, notes: "line 1\nline 2" });
  const answer = await world.api.call("/v1/labels/export?workspace=other");
  expect(answer.headers.get("content-type")).toBe("application/x-ndjson; charset=utf-8");
  await using project = await temporaryProject({});
  await writeFile(join(project.folder, "labels.jsonl"), await answer.text());
  const { code, stdout } = await drive(["calibrate", "labels.jsonl"], { cwd: project.folder, env: process.env });
  expect(code).toBe(0);
  expect(stdout).toContain("Judged checks: 4 labels of the 50 that a calibration needs");
  expect(stdout).toContain("pass / pass 1, pass / fail 0, fail / pass 1, fail / fail 2");
});

test("labels of a project's own server are lines of its file", async () => {
  const given: object[] = [];
  await using local = await openServerWorld({
    review: {
      labels: {
        read: () => Promise.resolve({ labels: [], broken: [] }),
        add: (label) => Promise.resolve(void given.push(label)),
      },
      passMark: 90,
      person: "ann",
    },
  });
  const criteria = [{ check: "c", weight: 1, score: 8, rationale: "so", by: "judge" }];
  const result_doc = {
    score: { ...sampleScore(80), goalAchievement: { status: "scored", applicable: true, score: 80, criteria } },
  };
  const { runId } = await createScoredRun(
    local.store,
    { workspaceId: local.shop, id: newId("run", new Date()) },
    { ending: { run_status: "failed", result_doc } },
  );
  const headers = await local.bearer({ name: "t", scopes: ["write"] });
  const body = { run: runId, check_index: 0, human: "pass" };
  expect((await send(local.api, body, headers)).status).toBe(201);
  expect(given).toMatchObject([{ id: runId, judge: 0.8, passFrom: 0.9, by: "t" }]);
});
