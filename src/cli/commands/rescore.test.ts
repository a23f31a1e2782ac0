import { readFile, rm } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import { temporaryProject, type TemporaryProject } from "../../config/temporary-project.ts";
import type { Report, RunDetail } from "../../core/report.ts";
import { fileStore } from "../../store/files.ts";
import { drive } from "../world.fixture.ts";
import * as baseline from "./baseline.ts";
import * as rescore from "./rescore.ts";
import * as run from "./run.ts";

const scenario = (extra: object = {}) => ({
  name: "A",
  prompt: "Say done",
  judge: [
    { check: "says done", weight: 0.5, verify: { contains: "done" } },
    { check: "says never", weight: 0.5, verify: { contains: "never" } },
  ],
  ...extra,
});
const files = {
  "scenarios/a.json": scenario(),
  "scenarios/b.json": scenario(),
};
const config = { name: "mine", agents: [{ agent: "command", command: "echo done" }] };

async function ranProject(args: readonly string[] = []): Promise<TemporaryProject> {
  const place = await temporaryProject({ ...files, "axis.config.json": config });
  await drive(run, args, { cwd: place.folder });
  return place;
}

async function rescored(place: TemporaryProject, args: readonly string[]): Promise<Report> {
  return JSON.parse((await drive(rescore, [...args, "--json"], { cwd: place.folder })).out) as Report;
}

test("makes a new report that names the old one, with the same numbers", async () => {
  await using place = await ranProject(["--trials", "2"]);
  const { code, out } = await drive(rescore, ["latest"], { cwd: place.folder });
  expect(code).toBe(0);
  expect(out).toMatch(/^Report: \.axis\/reports\/\S+\/report\.json$/m);
  const again = await rescored(place, ["latest"]);
  expect(again).toMatchObject({ name: "mine", rescoredFrom: expect.any(String), summary: { total: 2 } });
  expect(again.results.map(({ score, trials }) => [score?.goalAchievement.score, trials?.length])).toEqual([
    [50, 2],
    [50, 2],
  ]);
});

test("two rescorings write the same detail files", async () => {
  await using place = await ranProject();
  const { reportId } = await rescored(place, ["latest"]);
  const first = await rescored(place, [reportId]);
  const second = await rescored(place, [reportId]);
  const detail = (report: Report) =>
    readFile(join(place.folder, ".axis/reports", report.reportId, report.results[0]?.file ?? ""), "utf8");
  expect(await detail(first)).toBe(await detail(second));
});

test("filters narrow it; nothing left is a mistake and makes no report", async () => {
  await using place = await ranProject();
  const { results } = await rescored(place, ["latest", "-s", "b", "-a", "command"]);
  expect(results.map(({ scenarioKey }) => scenarioKey)).toEqual(["b"]);
  const { errorCode } = await drive(rescore, ["latest", "-s", "c"], { cwd: place.folder });
  expect(errorCode).toBe("plan-empty");
});

test("another judge is asked", async () => {
  await using place = await ranProject();
  await place.write({
    "judge.mjs": `export default { id: "mine", ask: () => ({ status: "declined", why: "out of order" }) };`,
  });
  const { code, out } = await drive(rescore, ["latest", "--judge", "./judge.mjs"], { cwd: place.folder });
  expect([code, out]).toEqual([1, expect.stringContaining("out of order")]);
});

test("weights are today's", async () => {
  await using place = await ranProject();
  const weights = { goal_achievement: 1, environment: 0, service: 0, agent: 0 };
  await place.write({ "axis.config.json": { ...config, settings: { scoring_weights: weights } } });
  const report = await rescored(place, ["latest"]);
  expect(report.scoring?.weights).toEqual(weights);
  expect(report.results.map(({ score }) => score?.axisScore)).toEqual([50, 50]);
});

test("stored rubrics hold; --current takes today's, and keeps verdicts on checks that did not change", async () => {
  await using place = await ranProject();
  await place.write({
    "scenarios/a.json": scenario({ judge: [{ check: "says done", verify: { contains: "done" } }] }),
    "scenarios/b.json": scenario({ judge: [{ check: "says done", verify: { contains: "done!" } }] }),
  });
  const goals = ({ results }: Report) => results.map(({ score }) => score?.goalAchievement.score);
  const ran = await rescored(place, ["latest"]);
  expect(goals(ran)).toEqual([50, 50]);
  const current = await rescored(place, [ran.reportId, "--current"]);
  expect(goals(current)).toEqual([100, null]);
  expect(current.results[1]?.score?.goalAchievement.reason).toBe("the workspace is gone");
});

test("with --current, a scenario that is gone is left out with a note", async () => {
  await using place = await ranProject();
  await rm(join(place.folder, "scenarios/a.json"));
  const { code, out, err } = await drive(rescore, ["latest", "--current"], { cwd: place.folder });
  expect(code).toBe(0);
  expect(err).toContain("Left out: a is no longer a scenario");
  expect(out).toMatch(/^b +command/m);
});

test("compares with a baseline, and holds the gate", async () => {
  await using place = await ranProject();
  await drive(baseline, ["set"], { cwd: place.folder });
  const same = await drive(rescore, ["latest", "--compare-baseline", "-s", "a"], { cwd: place.folder });
  expect([same.code, same.out]).toEqual([0, expect.stringContaining("1 unchanged")]);
  expect((await drive(rescore, ["latest", "--fail-under", "99"], { cwd: place.folder })).code).toBe(1);
  const missing = await drive(rescore, ["latest", "--compare-baseline", "none"], { cwd: place.folder });
  expect(missing.errorCode).toBe("baseline-missing");
});

test("of a report that was cut off, what is there is scored", async () => {
  await using place = await ranProject();
  const store = fileStore({ configDir: place.folder, redact: (text) => text, now: () => new Date(), onWarning() {} });
  const { reports } = await store.listReports();
  const done = reports[0];
  if (done === undefined) throw new Error("there is no report");
  const detail = await store.readDetail(done.reportId, done.report.results[0]?.file ?? "");
  const cut = await store.createReport(new Date());
  const slot = { cell: { scenario: "a", agent: "command", trial: 1 }, attempt: 1 };
  const { score: _score, ...unjudged }: RunDetail = detail;
  const mark = await cut.writeDetail(slot, { ...unjudged, file: cut.detailFile(slot) });
  await cut.record({ type: "run-recorded", data: { ...slot, runId: detail.runId, detail: mark, raw: null } });
  await cut[Symbol.asyncDispose]();
  const report = await rescored(place, [cut.reportId]);
  expect(report).toMatchObject({
    rescoredFrom: cut.reportId,
    results: [{ scenarioKey: "a", score: { axisScore: expect.any(Number) } }],
  });
});
