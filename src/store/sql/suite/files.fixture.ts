/** Part of the SQL suite: bytes, run files and documents are read back as they were written. */
import { createHash } from "node:crypto";
import * as fc from "fast-check";
import { expect, test } from "vitest";
import { BlobMismatch } from "../files/blob-store.ts";
import { findBlob, putBlob, putBytes, readBytes } from "../files/blobs.ts";
import {
  countDocuments,
  type DocumentFilter,
  findDocument,
  listDocuments,
  putDocument,
  removeDocument,
} from "../files/documents.ts";
import { putBaselineDocument, putEvaluationDocument, putReportDocument } from "../intake/documents.ts";
import { readEvents } from "../runs/run-events.ts";
import { sampleBaseline, sampleReport } from "../../../testing/store-samples.ts";
import { sampleHead } from "../../../../test/fixtures/report-head.ts";
import { addRunFile, findRunFile, isValidFilePath, listRunFiles, listTranscriptChunks } from "../files/run-files.ts";
import { createTestWorkspace, startRun, type GetStore } from "./suite-helpers.fixture.ts";

export function testFiles(theStore: GetStore): void {
  test("bytes of any length are read back, and equal bytes are stored once", async () => {
    const { database } = theStore();
    for (const length of [0, 1, 1_048_575, 1_048_576, 1_048_577, 2_500_000]) {
      const bytes = Buffer.alloc(length, "axis\0\xff", "latin1");
      const sha256 = await putBytes({ database }, bytes, { mediaType: "text/plain" });
      expect(await putBytes({ database }, bytes, { mediaType: "other/type" })).toEqual(sha256);
      expect((await readBytes({ database }, sha256)).equals(bytes)).toBe(true);
      expect(await findBlob(database, sha256)).toMatchObject({ bytes: length, media_type: "text/plain" });
    }
  });

  test("bytes that do not match the announced hash and length leave nothing behind", async () => {
    const { database } = theStore();
    const content = Buffer.from("these bytes");
    const sha256 = createHash("sha256").update(content).digest();
    const wrong = [
      { sha256: Buffer.alloc(32, 9), bytes: content.length },
      { sha256, bytes: content.length - 1 },
      { sha256, bytes: content.length + 1 },
    ];
    for (const announced of wrong) {
      const put = putBlob({ database }, { ...announced, mediaType: "x/y" }, () => [content]);
      await expect(put).rejects.toThrow(BlobMismatch);
      expect(await findBlob(database, announced.sha256)).toBeUndefined();
    }
    await putBlob({ database }, { sha256, bytes: content.length, mediaType: "x/y" }, () => pieces(content));
    await database
      .updateTable("blob_parts")
      .set({ data: Buffer.from("other bytes") })
      .where("sha256", "=", sha256)
      .execute();
    await expect(readBytes({ database }, sha256)).rejects.toThrow(BlobMismatch);
  });

  test("files belong to the attempt that holds the run", async () => {
    const store = theStore();
    const { database } = store;
    const runId = await startRun(store, { workspaceId: await createTestWorkspace(store) });
    const sha256 = await putBytes({ database }, Buffer.from("a"), { mediaType: "text/plain", encoding: "identity" });
    const file = { kind: "artifact", path: "out/ü b.txt", sha256 } as const;
    expect(await addRunFile(database, { runId, attempt: 1 }, file)).toBe(true);
    expect(await addRunFile(database, { runId, attempt: 1 }, file)).toBe(true);
    expect(await addRunFile(database, { runId, attempt: 2 }, file)).toBe(false);
    expect(await listRunFiles(database, { runId, attempt: 1 }, "artifact")).toHaveLength(1);
    expect(await findRunFile(database, { runId, attempt: 1 }, file)).toMatchObject({ bytes: 1, path: file.path });
    expect(await findRunFile(database, { runId, attempt: 1 }, { ...file, kind: "log" })).toBeUndefined();
  });

  test.each(["../x", "/x", "a/../b", "a\\b", "a//b", "", ".", "a\0", "x".repeat(1_001)])(
    "the path %j is refused",
    async (path) => {
      const { database } = theStore();
      const sha256 = Buffer.alloc(32);
      const attempt = { runId: "run_00000000000000000000000000", attempt: 1 };
      expect(isValidFilePath(path)).toBe(false);
      await expect(addRunFile(database, attempt, { kind: "artifact", path, sha256 })).rejects.toThrow(RangeError);
      expect(await findRunFile(database, attempt, { kind: "artifact", path })).toBeUndefined();
    },
  );

  test("transcript chunks are found by the indexes of their events", async () => {
    const store = theStore();
    const { database } = store;
    const runId = await startRun(store, { workspaceId: await createTestWorkspace(store) });
    const sha256 = await putBytes({ database }, Buffer.from("chunk"), { mediaType: "application/x-ndjson" });
    for (const first of [0, 10, 20]) {
      const file = {
        kind: "transcript",
        path: `${first}.ndjson`,
        sha256,
        indexes: { first, last: first + 9 },
      } as const;
      await addRunFile(database, { runId, attempt: 1 }, file);
    }
    const after = async (number: number, limit = 9) =>
      (await listTranscriptChunks(database, { runId, attempt: 1 }, { after: number, limit })).map(({ path }) => path);
    expect(await after(-1)).toEqual(["0.ndjson", "10.ndjson", "20.ndjson"]);
    expect(await after(9)).toEqual(["10.ndjson", "20.ndjson"]);
    expect(await after(12, 1)).toEqual(["10.ndjson"]);
    expect(await after(29)).toEqual([]);
  });

  test("documents are replaced by id, found, listed newest first in pages, and deleted", async () => {
    const { database } = theStore();
    const workspaceId = await createTestWorkspace(theStore());
    const ids = Array.from({ length: 7 }, (_, index) => `r-${index}`);
    const createdAt = new Date("2026-03-04T05:06:07Z");
    for (const id of ids) await putDocument(database, { kind: "report", workspaceId, id, title: "old", createdAt });
    await putDocument(database, {
      kind: "report",
      workspaceId,
      id: "r-0",
      title: "new",
      summary: { "a\0b": "\uD800" },
    });
    const found = await findDocument(database, { kind: "report", id: "r-0", workspaceId });
    expect(found).toMatchObject({ title: "new", summary: { "a\uFFFDb": "\uFFFD" }, created_at: createdAt });
    await fc.assert(
      fc.asyncProperty(fc.integer({ min: 1, max: 9 }), async (limit) => {
        const seen: string[] = [];
        let cursor: string | null = null;
        do {
          const page = await listDocuments(database, { kind: "report", workspaceId }, { limit, cursor });
          seen.push(...page.data.map(({ id }) => id));
          cursor = page.nextCursor;
        } while (cursor !== null);
        expect(seen).toEqual(ids.toReversed());
      }),
      { numRuns: 9 },
    );
    await removeDocument(database, { kind: "report", id: "r-0", workspaceId });
    expect(await findDocument(database, { kind: "report", id: "r-0", workspaceId })).toBeUndefined();
  });

  test("reports are filtered by verdict, agent and time, and counted by the same filters", async () => {
    const { database } = theStore();
    const workspaceId = await createTestWorkspace(theStore());
    const put = async (id: string, day: number, head: Parameters<typeof sampleHead>[0] = {}) =>
      await putReportDocument(
        database,
        { workspaceId, sha256: null, describe: () => sampleHead(head) },
        sampleReport(id, `2026-03-0${day}T00:00:00.000Z`),
      );
    await put("r-1", 1);
    await put("r-2", 2, { verdict: { verdict: "PASS", sentence: "all" } });
    await put("r-3", 3, { state: "running", verdict: null, agents: [] });
    const kind = "report" as const;
    const list = async (filter: Partial<DocumentFilter>) => {
      const page = await listDocuments(database, { kind, workspaceId, ...filter }, { limit: 9 });
      expect(await countDocuments(database, { kind, workspaceId, ...filter })).toBe(page.data.length);
      return page.data.map(({ id }) => id);
    };
    expect(await list({})).toEqual(["r-3", "r-2", "r-1"]);
    expect(await list({ verdict: "FAIL" })).toEqual(["r-1"]);
    expect(await list({ verdict: "running" })).toEqual(["r-3"]);
    expect(await list({ agent: "echo" })).toEqual(["r-2", "r-1"]);
    expect(await list({ agent: 'e"cho' })).toEqual([]);
    expect(await list({ since: new Date("2026-03-02"), until: new Date("2026-03-03") })).toEqual(["r-2"]);
  });

  test("a document that is stored already is not written again, and live views hear only of changes", async () => {
    const { database } = theStore();
    const workspaceId = await createTestWorkspace(theStore());
    const count = async () =>
      (await readEvents(database, { workspaceId, after: 0, limit: 99 })).map(({ type }) => type).length;
    const head = { name: "answers", timestamp: "2026-03-04T00:00:00.000Z", verdict: "PASS" as const };
    const evaluation = { ...head, reasons: [], rows: 3, failing: 0, metrics: ["m"], costUsd: null };
    const place = { workspaceId, id: "e-1", sha256: null };
    await putEvaluationDocument(database, place, evaluation);
    await putEvaluationDocument(database, place, evaluation);
    expect(await count()).toBe(1);
    await putEvaluationDocument(database, place, { ...evaluation, rows: 4 });
    await putBaselineDocument(database, place, sampleBaseline());
    await putBaselineDocument(database, place, sampleBaseline());
    expect(await count()).toBe(3);
    expect(await countDocuments(database, { kind: "evaluation", workspaceId })).toBe(1);
    const [baseline] = (await listDocuments(database, { kind: "baseline", workspaceId }, { limit: 9 })).data;
    expect(baseline?.summary).toMatchObject({ reportId: sampleBaseline().fromReportId });
  });
}

async function* pieces(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  for (let at = 0; at < bytes.length; at += 3) yield bytes.subarray(at, at + 3);
}
