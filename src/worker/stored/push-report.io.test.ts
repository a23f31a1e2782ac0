/** A report sent to a shared database: its runs, their files, and its document are there, and sending it again adds nothing. */
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createDatabase } from "../../../test/test-database.ts";
import { foldTrials } from "../../report/build.ts";
import { fileStore } from "../../store/files.ts";
import { reportFolder } from "../../store/paths.ts";
import { findCompetitionRow, listCompetitionRows } from "../../store/sql/competitions.ts";
import { readBytes } from "../../store/sql/files/blobs.ts";
import { findDocument } from "../../store/sql/files/documents.ts";
import { openSqlStore } from "../../store/sql/open.ts";
import { findRun } from "../../store/sql/runs/runs.ts";
import type { SqlStore } from "../../store/sql/sql-store.ts";
import { sampleCard, sampleCompetition, sampleFacts, sampleUlid } from "../../store/sql/suite/samples.fixture.ts";
import { ensureWorkspace } from "../../store/sql/workspaces.ts";
import { sampleDetail, sampleReport, sampleSlot } from "../../testing/store-samples.ts";
import { type PushedReport, pushReport } from "./push-report.ts";
import { receiveReport } from "./receive-report.ts";
import { loadDetail } from "./stored-run.ts";

let folder: string;
let store: SqlStore;
let workspaceId: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "axis-push-"));
  store = await openSqlStore({ configDir: ".", url: await createDatabase(), migrations: "run", onWarning: () => {} });
  workspaceId = (await ensureWorkspace(store.database, { slug: "pushed", name: "Pushed" })).id;
});
afterAll(async () => {
  await store[Symbol.asyncDispose]();
  await rm(folder, { recursive: true });
});

const runId = (number: number) => `run_${sampleUlid(number)}`;

/** A report with two runs; the second has no scorecard. */
async function writeReport(): Promise<PushedReport> {
  const files = fileStore({ configDir: folder });
  await using handle = await files.createReport(new Date("2026-03-04T05:06:07Z"));
  const results = [];
  for (const trial of [1, 2]) {
    const said = { type: "assistant" as const, timestamp: null, text: `trial ${trial}` };
    const id = runId(trial);
    const slot = { ...sampleSlot, cell: { ...sampleSlot.cell, trial } };
    const card = trial === 1 ? { scorecard: sampleCard(sampleFacts(id), null) } : {};
    const detail = { ...sampleDetail([said]), runId: id, trial, ...card };
    const { file } = await handle.writeDetail(slot, detail);
    results.push(foldTrials([{ ...detail, file }]));
  }
  const report = { ...sampleReport(handle.reportId), results };
  await handle.writeReport(report);
  return {
    workspaceId,
    report,
    folder: reportFolder(folder, handle.reportId),
    readDetail: (file) => files.readDetail(handle.reportId, file),
    moments: new Map(),
  };
}

test("a report is sent with its runs and their transcripts, and again without a change", async () => {
  const pushed = await writeReport();
  expect(await pushReport(store, pushed)).toEqual({ added: 1, known: 0, withoutCard: 1 });
  expect(await pushReport(store, pushed)).toEqual({ added: 0, known: 1, withoutCard: 1 });
  const row = await findRun(store.database, runId(1));
  expect(row).toMatchObject({ status: "finished", report_id: pushed.report.reportId, workspace_id: workspaceId });
  const detail = await loadDetail(store, { runId: runId(1), attempt: 1 });
  expect(detail?.output.transcript).toMatchObject([{ type: "assistant", text: "trial 1" }]);
  const document = await findDocument(store.database, { kind: "report", id: pushed.report.reportId, workspaceId });
  const bytes = await readBytes(store, document?.blob_sha256 ?? new Uint8Array());
  expect(JSON.parse(bytes.toString("utf8")).reportId).toBe(pushed.report.reportId);
});

test("the competition of a report comes with it, and its runs name it", async () => {
  const pushed = await writeReport();
  const competition = sampleCompetition(`cmp_${sampleUlid(7)}`, runId(1));
  await pushReport(store, { ...pushed, report: { ...pushed.report, competition } });
  expect(await findCompetitionRow(store.database, competition.id, workspaceId)).toMatchObject({
    status: "finished",
    winner: "careful",
    agents: ["careful", "quick"],
    report_id: pushed.report.reportId,
    ended_runs: 0,
  });
  const broken = { ...competition, id: "cmp_../x", base: { commit: "HEAD", ref: "HEAD" } };
  await pushReport(store, { ...pushed, report: { ...pushed.report, competition: broken } });
  expect((await listCompetitionRows(store.database, { workspaceId }, { limit: 9 })).data).toHaveLength(1);
});

test("a report that comes without its runs is taken only if they are here, and says which are not", async () => {
  const { report } = await writeReport();
  const id = report.reportId;
  const receive = (document: object, as = id) =>
    receiveReport(store, workspaceId, { id: as, text: JSON.stringify(document) });
  expect(await receive(report)).toEqual({ status: "refused", why: "No run of this report was queued here" });
  expect(await receive(report, "other")).toEqual({ status: "refused", why: "The report has another id" });
  expect(await receive({ ...report, results: 1 })).toMatchObject({ status: "refused" });
  expect(await findDocument(store.database, { kind: "report", id, workspaceId })).toBeUndefined();
  await store.database.updateTable("runs").set({ report_id: id }).where("id", "=", runId(1)).execute();
  expect(await receive(report)).toEqual({ status: "stored", missing: 1 });
  expect(await findDocument(store.database, { kind: "report", id, workspaceId })).toMatchObject({ id });
});
