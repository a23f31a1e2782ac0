/** Part of the SQL suite: old data is deleted, data that something depends on is kept, and a dry run changes nothing. */
import { expect, test } from "vitest";
import { findBlob, putBytes } from "../files/blobs.ts";
import { putDocument } from "../files/documents.ts";
import { addRunFile, listRunFiles } from "../files/run-files.ts";
import { prune, previewPrune } from "../retention/prune.ts";
import { saveRetention } from "../retention/rules.ts";
import { insertRuns, findRun } from "../runs/runs.ts";
import { saveStages } from "../runs/stages.ts";
import { findScore } from "../runs/scores.ts";
import type { SqlStore } from "../sql-store.ts";
import type { Database } from "../schema/database.ts";
import { sampleCompetition, sampleStage } from "./samples.fixture.ts";
import {
  addContest,
  createTestWorkspace,
  type SampleRunParts,
  sampleRun,
  createScoredRun,
  type GetStore,
} from "./suite-helpers.fixture.ts";

export function testRetention(theStore: GetStore): void {
  test("by default runs are kept forever, and their files for 90 days", async () => {
    const store = theStore();
    const { database } = store;
    const workspaceId = await createTestWorkspace(store);
    const young = await createRunWithFiles(store, { workspaceId }, 89);
    const old = await createRunWithFiles(store, { workspaceId }, 91);
    await prune({ database });
    expect(await countFiles(database, young)).toBe(3);
    expect(await readTail(database, young)).toBe("a tail");
    expect(await countFiles(database, old)).toBe(0);
    expect(await readTail(database, old)).toBe("");
    expect((await findRun(database, young))?.files_removed_at).toBeNull();
    expect((await findRun(database, old))?.files_removed_at).toBeInstanceOf(Date);
    expect((await findScore(database, old))?.score).toEqual(expect.any(Number));
  });

  test("a patch is kept as long as its run", async () => {
    const store = theStore();
    const runId = await createRunWithFiles(store, { workspaceId: await createTestWorkspace(store) }, 91, "patch");
    await prune(store);
    expect(await listRunFiles(store.database, { runId, attempt: 1 }, "patch")).toHaveLength(1);
  });

  test("a workspace can have its own rules and return to the default ones", async () => {
    const store = theStore();
    const { database } = store;
    const workspaceId = await createTestWorkspace(store);
    const { slug } = await readWorkspaceRow(database, workspaceId);
    const runId = await createRunWithFiles(store, { workspaceId }, 50);
    await saveRetention(database, slug, { files_days: 40 });
    expect((await previewPrune({ database })).files).toBeGreaterThanOrEqual(3);
    await saveRetention(database, slug, undefined);
    await prune({ database });
    expect(await countFiles(database, runId)).toBe(3);
    await saveRetention(database, slug, { files_days: 40, runs_days: 400 });
    await prune({ database });
    expect(await countFiles(database, runId)).toBe(0);
    await database
      .updateTable("workspaces")
      .set({ settings: JSON.stringify({ retention: { runs_days: -1 } }) })
      .where("id", "=", workspaceId)
      .execute();
    await prune({ database });
    expect(await findRun(database, runId)).toBeDefined();
  });

  test("old runs are deleted with all their data, except those that something depends on", async () => {
    const store = theStore();
    const { database } = store;
    const workspaceId = await createTestWorkspace(store);
    const { slug } = await readWorkspaceRow(database, workspaceId);
    await saveRetention(database, slug, { runs_days: 30 });
    const out = await createRunWithFiles(store, { workspaceId, scenarioKey: "busy" }, 31);
    const other = await createRunWithFiles(store, { workspaceId, scenarioKey: "rare" }, 31);
    for (let count = 0; count < 20; count += 1) await createScoredRun(store, { workspaceId, scenarioKey: "busy" });
    const reported = await createUncountedRun(store, { workspaceId, reportId: "r-kept" });
    await putDocument(database, { kind: "report", workspaceId, id: "r-kept" });
    const based = await createUncountedRun(store, { workspaceId, reportId: "r-base" });
    await putDocument(database, { kind: "baseline", workspaceId, id: "main", summary: { reportId: "r-base" } });
    const lost = await createUncountedRun(store, { workspaceId, reportId: "r-gone" });
    const won = await createUncountedRun(store, { workspaceId });
    const competitionId = await addContest(store, {
      workspaceId,
      state: "finished",
      result: sampleCompetition("cmp", won),
    });
    const beaten = await createUncountedRun(store, { workspaceId, competitionId });
    const queued = sampleRun({ workspaceId });
    await insertRuns(database, [queued]);
    await prune({ database });
    const kept = { other, reported, based, won, queued: queued.id };
    for (const [what, id] of Object.entries(kept))
      expect([what, (await findRun(database, id))?.id]).toEqual([what, id]);
    for (const id of [out, lost, beaten]) expect(await findRun(database, id)).toBeUndefined();
    expect(await countFiles(database, out)).toBe(0);
  });

  test("unreferenced bytes are deleted after a day, unless they are stored again", async () => {
    const { database } = theStore();
    const put = (text: string) => putBytes({ database }, Buffer.from(text), { mediaType: "text/plain" });
    const workspaceId = await createTestWorkspace(theStore());
    const [forgotten, named, again, fresh] = [
      await put(`${workspaceId} forgotten`),
      await put(`${workspaceId} named`),
      await put(`${workspaceId} again`),
      await put(`${workspaceId} fresh`),
    ];
    await putDocument(database, { kind: "bundle", workspaceId, id: "b", sha256: named });
    for (const sha256 of [forgotten, named, again])
      await database
        .updateTable("blobs")
        .set({ created_at: daysAgo(1.1) })
        .where("sha256", "=", sha256)
        .execute();
    await put(`${workspaceId} again`);
    await prune({ database });
    expect(await findBlob(database, forgotten)).toBeUndefined();
    for (const sha256 of [named, again, fresh]) expect(await findBlob(database, sha256)).toBeDefined();
  });

  test("a dry run lists what would be deleted, and deletes nothing", async () => {
    const store = theStore();
    const { database } = store;
    const workspaceId = await createTestWorkspace(store);
    await prune({ database });
    const runId = await createRunWithFiles(store, { workspaceId }, 91);
    await database
      .insertInto("run_events")
      .values({ workspace_id: workspaceId, type: "run.queued", at: daysAgo(8) })
      .execute();
    const sha256 = await putBytes({ database }, Buffer.from(`${workspaceId} lost`), { mediaType: "text/plain" });
    await database
      .updateTable("blobs")
      .set({ created_at: daysAgo(2) })
      .where("sha256", "=", sha256)
      .execute();
    const would = await previewPrune({ database });
    expect(would).toMatchObject({ runs: 0, files: 3, gateTails: 1, events: 1, blobs: 1, idempotencyKeys: 0 });
    expect(would.blobBytes).toBe(Buffer.byteLength(`${workspaceId} lost`));
    expect(await countFiles(database, runId)).toBe(3);
    expect(await findBlob(database, sha256)).toBeDefined();
    expect(await prune({ database })).toEqual(would);
    expect(await prune({ database })).toMatchObject({ runs: 0, files: 0, gateTails: 0, events: 0, blobs: 0 });
  });
}

/** A scored run that ended `days` ago, with a file of each kind and a gate with output. */
async function createRunWithFiles(
  store: SqlStore,
  parts: SampleRunParts,
  days: number,
  further?: "patch",
): Promise<string> {
  const { database } = store;
  const { runId } = await createScoredRun(store, parts, {
    beforeEnd: async (attempt) => {
      const sha256 = await putBytes({ database }, Buffer.from("a file"), { mediaType: "text/plain" });
      const kinds = ["transcript", "log", "artifact", ...(further === undefined ? [] : [further])] as const;
      for (const kind of kinds) await addRunFile(database, attempt, { kind, path: "x", sha256 });
      await saveStages(database, attempt, [sampleStage("a tail")]);
    },
  });
  await setEndedDaysAgo(database, runId, days);
  return runId;
}

/** A run that ended 31 days ago and does not feed any usual time. */
async function createUncountedRun(store: SqlStore, parts: SampleRunParts): Promise<string> {
  const { runId } = await createScoredRun(store, parts, { facts: { counted: false } });
  await setEndedDaysAgo(store.database, runId, 31);
  return runId;
}

function daysAgo(days: number): Date {
  return new Date(Date.now() - days * 86_400_000);
}

async function setEndedDaysAgo(database: Database, runId: string, days: number): Promise<void> {
  await database
    .updateTable("runs")
    .set({ finished_at: daysAgo(days) })
    .where("id", "=", runId)
    .execute();
}

async function countFiles(database: Database, runId: string): Promise<number> {
  const files = await database.selectFrom("run_files").select("path").where("run_id", "=", runId).execute();
  return files.length;
}

async function readTail(database: Database, runId: string): Promise<string | undefined> {
  const row = await database
    .selectFrom("gate_results")
    .select("output_tail")
    .where("run_id", "=", runId)
    .executeTakeFirst();
  return row?.output_tail;
}

async function readWorkspaceRow(database: Database, id: string) {
  return await database.selectFrom("workspaces").selectAll().where("id", "=", id).executeTakeFirstOrThrow();
}
