import { foldTrials } from "../../report/build.ts";
import { readdir, readFile, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import { temporaryProject, type TemporaryProject } from "../../config/libraries/temporary-repository.ts";
import type { Cell } from "../../core/cell.ts";
import type { PlanDocument } from "../../core/plan.ts";
import type { PairResult } from "../../core/report/pair-result.ts";
import type { Report } from "../../core/report.ts";
import type { RunDetail } from "../../core/report/run-detail.ts";
import type { ReportHandle } from "../../core/store.ts";
import { buildReport } from "../../report/build.ts";
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
  expect(code).toBe(1);
  expect(out).toMatch(/^FAIL {2}2 of 2 results failed: command 2$/m);
  expect(out).toMatch(/^Files {4}\.axis\/reports\/\S+$/m);
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
  const mistakeOf = async (...args: string[]) =>
    (await drive(rescore, ["latest", ...args], { cwd: place.folder })).mistake;
  expect(await mistakeOf("-s", "c")).toMatch(/^No scenario in \S+ matches "c"\nAvailable: "b"/);
  expect(await mistakeOf("-s", "b,bb")).toMatch(/^No scenario in \S+ matches "bb"\nDid you mean "b"\?/);
  expect(await mistakeOf("-a", "comand")).toMatch(/^No agent in \S+ matches "comand"\nDid you mean "command"\?/);
  expect(await readdir(join(place.folder, ".axis/reports"))).toHaveLength(2);
});

test("another judge is asked", async () => {
  await using place = await ranProject();
  await place.write({
    "judge.mjs": `export default { id: "mine", ask: () => ({ status: "declined", why: "out of order" }) };`,
  });
  const { code, out } = await drive(rescore, ["latest", "--judge", "./judge.mjs"], { cwd: place.folder });
  expect([code, out]).toEqual([1, expect.stringContaining("out of order")]);
});

test("modules of the config that cannot judge are said together, and make no report", async () => {
  await using place = await ranProject();
  const judging = { agents: ["./none.mjs", "./mute.mjs"] };
  await place.write({ "axis.config.json": { ...config, judging }, "mute.mjs": "export default {}" });
  const { errorCode, mistake } = await drive(rescore, ["latest"], { cwd: place.folder });
  expect(errorCode).toBe("config-invalid");
  expect(mistake).toContain('judging.agents[0]\n  File "./none.mjs" does not exist');
  expect(mistake).toContain("judging.agents[1]\n  ./mute.mjs: neither");
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
  const { out, err } = await drive(rescore, ["latest", "--current"], { cwd: place.folder });
  expect(err).toContain("Skipped: a is no longer a scenario");
  expect(out).toMatch(/^b +\d+ /m);
});

test("compares with a baseline, and holds the gate", async () => {
  await using place = await ranProject();
  await drive(baseline, ["set"], { cwd: place.folder });
  const same = await drive(rescore, ["latest", "--compare-baseline", "-s", "a"], { cwd: place.folder });
  expect([same.code, same.out]).toEqual([0, expect.stringContaining("Results: 1 no change")]);
  expect((await drive(rescore, ["latest", "--fail-under", "99"], { cwd: place.folder })).code).toBe(1);
  const missing = await drive(rescore, ["latest", "--compare-baseline", "none"], { cwd: place.folder });
  expect(missing.errorCode).toBe("baseline-missing");
});

test("failures that the config allows are no bad news, as for axis run", async () => {
  const failing = { agents: [{ agent: "command", command: "exit 3" }], settings: { allowed_failures: { agent: 2 } } };
  await using place = await temporaryProject({ ...files, "axis.config.json": failing });
  const codes = async (): Promise<(number | null)[]> => [
    (await drive(run, [], { cwd: place.folder })).code,
    (await drive(rescore, ["latest"], { cwd: place.folder })).code,
  ];
  expect(await codes()).toEqual([0, 0]);
  await place.write({ "axis.config.json": { ...failing, settings: { allowed_failures: { agent: 1 } } } });
  expect(await codes()).toEqual([1, 1]);
});

const storeOf = ({ folder }: TemporaryProject) =>
  fileStore({ configDir: folder, redact: (text) => text, now: () => new Date(), onWarning() {} });
const cellOf = (scenarioKey: string): Cell => ({ scenario: scenarioKey, agent: "command", trial: 1 });

/** Of the finished report there: a new one in which `a` ran, and whatever else `end` leaves in it. */
async function cutOff(
  place: TemporaryProject,
  end: (cut: ReportHandle, done: Report, a: PairResult) => Promise<void>,
): Promise<string> {
  const store = storeOf(place);
  const done = await store.readReport("latest");
  await using cut = await store.createReport(new Date());
  const slot = { cell: cellOf("a"), attempt: 1 };
  const { score: _score, ...unjudged }: RunDetail = await store.readDetail(done.reportId, done.results[0]?.file ?? "");
  const file = cut.detailFile(slot);
  const mark = await cut.writeDetail(slot, { ...unjudged, file });
  await cut.record({ type: "run-recorded", data: { ...slot, runId: unjudged.runId, detail: mark, raw: null } });
  await end(cut, done, foldTrials([{ ...unjudged, file }]));
  return cut.reportId;
}

test("of a report that was cut off, what is there is scored", async () => {
  await using place = await ranProject();
  const reportId = await cutOff(place, async () => {});
  const report = await rescored(place, [reportId]);
  expect(report).toMatchObject({
    rescoredFrom: reportId,
    state: "complete",
    results: [{ scenarioKey: "a", score: { axisScore: expect.any(Number) } }],
  });
});

const missingOne = { state: "aborted", summary: { total: 2, completed: 1, classes: { completed: 1, notRun: 1 } } };

test("a report that was stopped stays stopped: what did not run is counted, however often it is scored", async () => {
  await using place = await ranProject();
  const reportId = await cutOff(place, async (cut, done, a) => {
    const cells = [cellOf("a"), cellOf("b")];
    const [, b] = done.results;
    if (b === undefined) throw new Error("there is no second result");
    const stopped = { ...b, trial: 1, failed: true, outcomeClass: "notRun" as const, file: "" };
    const parts = { ...done, reportId: cut.reportId, state: "aborted" as const, cells, skipped: 0 };
    await cut.writeReport(buildReport({ ...parts, results: [{ ...a, trial: 1 }, stopped] }));
  });
  const { code, out } = await drive(rescore, [reportId], { cwd: place.folder });
  expect([code, out]).toEqual([1, expect.stringContaining("INCOMPLETE  1 of 2 runs finished: 1 failed")]);
  const again = await rescored(place, [reportId]);
  expect(again).toMatchObject(missingOne);
  expect(await rescored(place, [again.reportId])).toMatchObject(missingOne);
  const onlyA = await rescored(place, [again.reportId, "-s", "a"]);
  expect(onlyA).toMatchObject({ state: "complete", summary: { total: 1, classes: { notRun: 0 } } });
});

test("of a report that was killed, cells of its plan without a run are counted", async () => {
  await using place = await ranProject();
  const reportId = await cutOff(place, async (cut) => {
    const digests = { axis: "", settings: "", scenarios: {}, agents: {} };
    const plan: PlanDocument = {
      cells: [cellOf("a"), cellOf("b")],
      trials: 1,
      skipped: 0,
      scored: true,
      digests,
    };
    await cut.record({ type: "plan", data: { plan, timestamp: "2026-01-01T00:00:00.000Z", pid: 1 } });
  });
  expect(await rescored(place, [reportId])).toMatchObject(missingOne);
});

test.each([
  [["OPAQUE"]],
  [{ agent: ["OPAQUE"] }],
  [{ judge: ["OPAQUE"] }],
  [{ hooks: ["OPAQUE"] }],
  [{ checks: ["OPAQUE"] }],
])("a value that the config passes on by name is in no rescored file and not printed: env %j", async (env) => {
  const value = "an-opaque-value-0123456789";
  const said = { ...config, agents: [{ agent: "command", command: `echo done ${value}` }] };
  await using place = await temporaryProject({ ...files, "axis.config.json": said });
  await drive(run, [], { cwd: place.folder });
  await place.write({ "axis.config.json": { ...said, env } });
  const world = { cwd: place.folder, env: { PATH: process.env["PATH"], OPAQUE: value } };
  const { out } = await drive(rescore, ["latest", "--json"], world);
  expect(out).not.toContain(value);
  const folder = join(place.folder, ".axis/reports", (JSON.parse(out) as Report).reportId);
  const written = (await readdir(folder, { recursive: true, withFileTypes: true })).filter((entry) => entry.isFile());
  const texts = await Promise.all(written.map(({ parentPath, name }) => readFile(join(parentPath, name), "utf8")));
  expect(texts.join("\n")).toContain("[redacted]");
  expect(texts.join("\n")).not.toContain(value);
});

test("metrics keep their stored results; with --current they are measured again, by what the scenario says now", async () => {
  const metrics = (expected_output: string) => ({ use: ["contains_match"], expected_output });
  await using place = await temporaryProject({
    "scenarios/a.json": scenario({ metrics: metrics("done") }),
    "axis.config.json": config,
  });
  await drive(run, [], { cwd: place.folder });
  const { reportId } = await rescored(place, ["latest"]);
  await writeFile(join(place.folder, "scenarios/a.json"), JSON.stringify(scenario({ metrics: metrics("never") })));
  const scores = async (...flags: string[]) =>
    (await rescored(place, [reportId, ...flags])).results[0]?.metrics?.map(({ key, score }) => [key, score]);
  expect(await scores()).toEqual([["contains_match", 100]]);
  expect(await scores("--current")).toEqual([["contains_match", 0]]);
});
