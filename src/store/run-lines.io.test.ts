import { appendFileSync, mkdtempSync, readFileSync, rmSync, writeFileSync, mkdirSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import type { RunLine } from "../core/run/run-line.ts";
import { fileStore } from "./files.ts";
import { sampleDetail, sampleReport, sampleSlot, sampleStart } from "../testing/store-samples.ts";
import { scoreRun } from "../judging/scorecard/score-run.ts";
import type { RunFacts } from "../core/run/run-facts.ts";

const line = (id: string): RunLine => ({
  run_id: id,
  report_id: "2026-03-04-050607",
  file: "scenarios/a/b.json",
  scenario_key: "a",
  agent: "b",
  outcome: "COMPLETED",
  counted: true,
  feeds_baseline: true,
  wall_ms: 1200,
  score: 80,
  tier: "Gold",
  scored_at: "2026-03-04T05:06:07.000Z",
});

function project(): { configDir: string; file: string } {
  const configDir = mkdtempSync(join(tmpdir(), "axis-run-lines-"));
  mkdirSync(join(configDir, ".axis"));
  return { configDir, file: join(configDir, ".axis", "runs.ndjson") };
}

test("lines come back in the order they were added, also to another process, each once", async () => {
  const { configDir } = project();
  const [one, other] = [fileStore({ configDir }), fileStore({ configDir })];
  await one.addRunLine(line("run_1"));
  await other.addRunLine(line("run_2"));
  await one.addRunLine(line("run_2"));
  await one.addRunLine(line("run_3"));
  expect((await other.readRunLines()).map(({ run_id }) => run_id)).toEqual(["run_1", "run_2", "run_3"]);
  expect((await one.readRunLines()).map(({ run_id }) => run_id)).toEqual(["run_1", "run_2", "run_3"]);
});

test("runs that end at the same moment have a line each, and are read once", async () => {
  const store = fileStore(project());
  const ids = Array.from({ length: 40 }, (_, index) => `run_${index}`);
  await Promise.all(ids.map(async (id) => (await store.readRunLines(), await store.addRunLine(line(id)))));
  expect((await store.readRunLines()).map(({ run_id }) => run_id).toSorted()).toEqual(ids.toSorted());
});

test("what another process adds between two lines of ours is read, each run once", async () => {
  const { configDir, file } = project();
  const store = fileStore({ configDir });
  await store.addRunLine(line("run_1"));
  appendFileSync(file, `${JSON.stringify(line("run_2"))}\n${JSON.stringify(line("run_1"))}\n`);
  await store.addRunLine(line("run_3"));
  appendFileSync(file, '{"run_id":"run_4"');
  await store.addRunLine(line("run_5"));
  await store.addRunLine(line("run_6"));
  expect((await store.readRunLines()).map(({ run_id }) => run_id)).toEqual([
    "run_1",
    "run_2",
    "run_3",
    "run_5",
    "run_6",
  ]);
});

test("a torn line costs itself and no other", async () => {
  const { configDir, file } = project();
  const store = fileStore({ configDir });
  await store.addRunLine(line("run_1"));
  appendFileSync(file, '{"run_id":"run_2","repo');
  await store.addRunLine(line("run_3"));
  appendFileSync(file, "not json\n\n[]\n");
  await store.addRunLine(line("run_4"));
  const ids = (await fileStore({ configDir }).readRunLines()).map(({ run_id }) => run_id);
  expect(ids).toEqual(["run_1", "run_3", "run_4"]);
  expect((await store.readRunLines()).map(({ run_id }) => run_id)).toEqual(ids);
});

test("a file that was replaced by a shorter one is read anew", async () => {
  const { configDir, file } = project();
  const store = fileStore({ configDir });
  await store.addRunLine(line("run_1"));
  await store.addRunLine(line("run_2"));
  await store.readRunLines();
  writeFileSync(file, `${JSON.stringify(line("run_9"))}\n`);
  expect((await store.readRunLines()).map(({ run_id }) => run_id)).toEqual(["run_9"]);
});

test("a missing file is made again from the reports, in scoring order", async () => {
  const { configDir, file } = project();
  const store = fileStore({ configDir });
  const facts: RunFacts = {
    run_id: "run_1",
    outcome: "COMPLETED",
    reason: "ok",
    counted: true,
    feeds_baseline: true,
    wall_ms: 1234,
    stages: [],
    usage: null,
    baseline_scope: "workspace",
    weights: null,
  };
  for (const [index, scoredAt] of ["2026-03-04T05:00:09Z", "2026-03-04T05:00:01Z"].entries()) {
    await using handle = await store.createReport(sampleStart);
    const runId = `run_${index}`;
    const scorecard = scoreRun({ ...facts, run_id: runId }, null, null);
    const detail = { ...sampleDetail([]), runId, facts, scorecard, scoredAt };
    await handle.writeDetail(sampleSlot, detail);
    const report = sampleReport(handle.reportId);
    const [result] = report.results;
    const shown = { ...result, ...detail, file: handle.detailFile(sampleSlot) };
    await handle.writeReport({ ...report, results: [shown as (typeof report.results)[number]] });
  }
  rmSync(file, { force: true });
  const lines = await store.readRunLines();
  expect(lines.map(({ run_id, wall_ms }) => [run_id, wall_ms])).toEqual([
    ["run_1", 1234],
    ["run_0", 1234],
  ]);
  expect(readFileSync(file, "utf8").trim().split("\n")).toHaveLength(2);
  expect(await fileStore({ configDir }).readRunLines()).toEqual(lines);

  rmSync(file);
  await fileStore({ configDir }).addRunLine(lines[0] as RunLine);
  expect(readFileSync(file, "utf8").trim().split("\n")).toHaveLength(2);
});

test("one that cannot be read is an error, and not an empty pace", async () => {
  const { configDir, file } = project();
  mkdirSync(file);
  await expect(fileStore({ configDir }).readRunLines()).rejects.toThrow("could not be read: it is not a regular file");
});

test("a folder in place of the file is named, with the way out", async () => {
  const { configDir, file } = project();
  mkdirSync(file);
  const problem = { code: "report-unreadable", hint: "Move it away; AXIS recreates it from the reports" };
  await expect(fileStore({ configDir }).readRunLines()).rejects.toMatchObject(problem);
  await expect(fileStore({ configDir }).addRunLine(line("run_1"))).rejects.toMatchObject(problem);
  rmSync(file, { recursive: true });
  expect(await fileStore({ configDir }).readRunLines()).toEqual([]);
});
