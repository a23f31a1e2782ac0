import { foldTrials } from "../../../report/build.ts";
import { describeReportHead } from "../../../report/report-head.ts";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createDatabase } from "../../../../test/test-database.ts";
import type { PairResult } from "../../../core/report/pair-result.ts";
import type { RunDetail } from "../../../core/report/run-detail.ts";
import { sampleCard, sampleCompetition, sampleFacts, sampleUlid } from "../suite/samples.fixture.ts";
import { sampleDetail, sampleReport, sampleSlot } from "../../../testing/store-samples.ts";
import { fileStore } from "../../files.ts";
import { sampleScore } from "../../sample-result.fixture.ts";
import { findCompetitionRow } from "../competitions.ts";
import { findDocument } from "../files/documents.ts";
import { findJudgedRun } from "../labels.ts";
import { openSqlStore } from "../open.ts";
import { readLatencyBaseline } from "../runs/latency-baseline.ts";
import { findRun } from "../runs/runs.ts";
import { findScorecard } from "../runs/scores.ts";
import type { SqlStore } from "../sql-store.ts";
import { ensureWorkspace } from "../workspaces.ts";
import { type IndexRequest, rebuildIndex, indexReports } from "./reports.ts";
import { readScoringMoments } from "./scoring-moments.ts";

let folder: string;
let store: SqlStore;
let workspaceId: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "axis-intake-"));
  store = await openSqlStore({ configDir: ".", url: await createDatabase(), migrations: "run", onWarning: () => {} });
  workspaceId = (await ensureWorkspace(store.database, { slug: "local", name: "Local" })).id;
});
afterAll(async () => {
  await store[Symbol.asyncDispose]();
  await rm(folder, { recursive: true });
});

const files = () =>
  fileStore({ configDir: folder, redact: (text) => text, now: () => new Date(0), onWarning: () => {} });
const runId = (number: number) => `run_${sampleUlid(number)}`;
const intake = async (): Promise<IndexRequest> => ({
  workspaceId,
  store: files(),
  moments: await readScoringMoments(folder),
  describe: describeReportHead,
});

/** Writes a report with one run per number; each ends in that minute and carries a card, unless it is in `bare`. */
async function writeReport(numbers: readonly number[], bare: readonly number[] = []): Promise<string> {
  await using handle = await files().createReport(new Date("2026-03-04T05:06:07Z"));
  const results: PairResult[] = [];
  for (const number of numbers) {
    const slot = { ...sampleSlot, cell: { ...sampleSlot.cell, trial: number } };
    const detail = detailOf(number, !bare.includes(number));
    const { file } = await handle.writeDetail(slot, detail);
    results.push(foldTrials([{ ...detail, file }]));
  }
  await handle.writeReport({ ...sampleReport(handle.reportId), results });
  return handle.reportId;
}

function detailOf(number: number, withCard: boolean): RunDetail {
  const detail = sampleDetail([]);
  const id = runId(number);
  const endTime = `2026-03-04T06:${String(number).padStart(2, "0")}:00.000Z`;
  const output = { ...detail.output, metadata: { ...detail.output.metadata, endTime } };
  const card = sampleCard(sampleFacts(id, { wall_ms: number * 1_000 }), null);
  return { ...detail, runId: id, trial: number, output, ...(withCard ? { scorecard: card } : {}) };
}

test("runs of all reports are taken in with their cards as they stand, in the order of scoring", async () => {
  const later = await writeReport([5, 4]);
  const earlier = await writeReport([1, 3], [3]);
  const result = await indexReports(store.database, await intake());
  expect(result).toEqual({ reports: 2, added: 3, withoutCard: 1, unreadable: [] });
  expect(await findScorecard(store.database, runId(4))).toEqual(detailOf(4, true).scorecard);
  expect(await findRun(store.database, runId(4))).toMatchObject({
    status: "finished",
    outcome: "COMPLETED",
    run_status: "unscored",
    wall_ms: 4_000,
    report_id: later,
    trial: 4,
  });
  const baseline = await readLatencyBaseline(store.database, { workspaceId, scope: "workspace", scenarioKey: "" });
  expect(baseline).toMatchObject({ p50_ms: 4_000, run_ids: [runId(5), runId(4), runId(1)] });
  expect(await findDocument(store.database, { kind: "report", id: earlier })).toMatchObject({
    workspace_id: workspaceId,
  });
});

test("what is there already is not taken in again, and what is new is", async () => {
  expect(await indexReports(store.database, await intake())).toMatchObject({ added: 0 });
  await writeReport([6]);
  expect(await indexReports(store.database, await intake())).toMatchObject({ reports: 3, added: 1 });
});

test("a run that an older version took in without a status gets it from its report", async () => {
  const clear = store.database.updateTable("runs").set({ run_status: null });
  await clear.where("id", "=", runId(4)).execute();
  expect(await indexReports(store.database, await intake())).toMatchObject({ added: 0 });
  expect((await findRun(store.database, runId(4)))?.run_status).toBe("unscored");
});

test("runs.ndjson says when a run was scored and whether it feeds the usual time; a torn line says nothing", async () => {
  const line = (number: number, scored_at: string, feeds_baseline: boolean) =>
    JSON.stringify({ run_id: runId(number), scored_at, feeds_baseline });
  const lines = [
    line(6, "2026-03-04T00:00:00Z", true),
    line(4, "2026-03-04T07:00:00Z", false),
    '{"run_id":"run_',
    line(1, "2026-03-05T00:00:00Z", true),
  ];
  await writeFile(join(folder, ".axis", "runs.ndjson"), lines.join("\n"));
  expect(await rebuildIndex(store.database, await intake())).toMatchObject({ reports: 3, added: 4, withoutCard: 1 });
  const baseline = await readLatencyBaseline(store.database, { workspaceId, scope: "workspace", scenarioKey: "" });
  expect(baseline.run_ids).toEqual([runId(1), runId(5), runId(6)]);
});

test("a report that cannot be read is named, and the rest goes on", async () => {
  const id = await writeReport([7]);
  await writeFile(join(folder, ".axis", "reports", id, "report.json"), "{");
  await writeReport([8]);
  const result = await indexReports(store.database, await intake());
  expect(result.added).toBe(1);
  expect(result.unreadable.join()).toContain(id);
});

test("what a judge said of a run in a report waits for a person", async () => {
  await using handle = await files().createReport(new Date("2026-03-04T05:06:07Z"));
  const score = sampleScore(90);
  const detail = { ...detailOf(7, true), score };
  const { file } = await handle.writeDetail({ ...sampleSlot, cell: { ...sampleSlot.cell, trial: 7 } }, detail);
  await handle.writeReport({ ...sampleReport(handle.reportId), results: [foldTrials([{ ...detail, file }])] });
  await indexReports(store.database, await intake());
  expect(await findJudgedRun(store.database, runId(7), workspaceId)).toMatchObject({
    goal: score.goalAchievement,
    judging: score.judging,
    necessity: score.agent.necessity,
  });
});

test("the competition of a report is taken in with its runs, and again when the index is made anew", async () => {
  await using handle = await files().createReport(new Date("2026-03-04T05:06:07Z"));
  const { file } = await handle.writeDetail(sampleSlot, detailOf(9, true));
  const competition = sampleCompetition(`cmp_${sampleUlid(9)}`, runId(9));
  const results = [foldTrials([{ ...detailOf(9, true), file }])];
  await handle.writeReport({ ...sampleReport(handle.reportId), state: "aborted", results, competition });
  for (const takeIn of [indexReports, rebuildIndex]) {
    await takeIn(store.database, await intake());
    expect(await findCompetitionRow(store.database, competition.id)).toMatchObject({
      status: "interrupted",
      report_id: handle.reportId,
      ended_runs: 1,
    });
    expect((await findRun(store.database, runId(9)))?.competition_id).toBe(competition.id);
  }
});
