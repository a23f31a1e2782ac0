/** The index of a project shows a competition while it runs, when it was interrupted, and how it ended. */
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { CompetitionFolder } from "../../evaluate/compete/competition-record.ts";
import { fileStore } from "../../store/files.ts";
import { findCompetitionRow } from "../../store/sql/competitions.ts";
import { openInMemory } from "../../store/sql/drivers/pglite.ts";
import { sampleCompetition, sampleUlid } from "../../store/sql/suite/samples.fixture.ts";
import { ensureWorkspace } from "../../store/sql/workspaces.ts";
import { sampleReport } from "../../testing/store-samples.ts";
import { indexLocalReports } from "./local-index.ts";

const id = `cmp_${sampleUlid(1)}`;

test("a competition is running while its report is written, then interrupted, then finished", async () => {
  const configDir = await mkdtemp(join(tmpdir(), "axis-index-"));
  await using store = await openInMemory();
  const files = fileStore({ configDir });
  const { id: workspaceId } = await ensureWorkspace(store.database, { slug: "local", name: "Local" });
  const look = async () => {
    await indexLocalReports(store, { configDir, store: files, workspaceId, onWarning: () => {} });
    return await findCompetitionRow(store.database, id);
  };
  const handle = await files.createReport(new Date("2026-03-04T05:06:07Z"));
  const { reportId } = handle;
  const { base, isDirty, rank, concurrency } = sampleCompetition(id, "run_1");
  const planned = {
    agents: ["careful", "quick"],
    runs: 3,
    trials: 3,
    scenarios: ["cms/create"],
    requiresProof: false,
    wishes: { scenario: ["cms/create"] },
  };
  const record = { id, startedAt: "2026-03-04T05:06:07Z", base, isDirty, rank, concurrency, ...planned };
  const folder = new CompetitionFolder(configDir, id);
  await folder.write({ ...record, reportId: null });
  await handle.writeReport({ ...sampleReport(reportId), state: "running" });
  expect(await look()).toBeUndefined();
  await folder.write({ ...record, reportId });
  expect(await look()).toMatchObject({ status: "running", planned_runs: 6, report_id: reportId, winner: null });
  await handle[Symbol.asyncDispose]();
  expect(await look()).toMatchObject({ status: "interrupted" });
  await using again = await files.resumeReport(reportId);
  await again.writeReport({ ...sampleReport(reportId), competition: sampleCompetition(id, "run_1") });
  expect(await look()).toMatchObject({ status: "finished", winner: "careful" });
  await rm(configDir, { recursive: true });
});
