import { randomBytes } from "node:crypto";
import { gzipSync } from "node:zlib";
import { afterAll, beforeAll, expect, test } from "vitest";
import { sampleRun } from "../../../../test/browser/sample-run.ts";
import { createDatabase } from "../../../../test/test-database.ts";
import { openSqlStore } from "../open.ts";
import type { SqlStore } from "../sql-store.ts";
import { partBytes } from "./blob-parts.ts";
import { BlobMismatch } from "./blob-store.ts";
import { putBytes } from "./blobs.ts";
import type { RunFile } from "./run-files.ts";
import { packDetail, openStoredDetail } from "./stored-detail.ts";

let store: SqlStore;
beforeAll(async () => {
  const url = await createDatabase();
  store = await openSqlStore({ configDir: ".", url, migrations: "run", onWarning: () => {} });
});
afterAll(() => store[Symbol.asyncDispose]());

async function stored(bytes: Uint8Array): Promise<RunFile> {
  const blob_sha256 = Buffer.from(await putBytes(store, bytes, { mediaType: "application/json", encoding: "gzip" }));
  return { blob_sha256, path: "detail.json.gz" } as unknown as RunFile;
}

/** Texts that hardly shrink, so that the detail is stored in several parts. */
async function longDetail() {
  const timestamp = "2026-06-12T00:00:00.000Z";
  const run = await sampleRun(
    Array.from({ length: 900 }, (_, at) => [
      { type: "tool_use" as const, timestamp, id: `c${at}`, tool: "shell", input: { command: "make" } },
      {
        type: "tool_result" as const,
        timestamp,
        id: `c${at}`,
        output: randomBytes(1_500).toString("base64"),
        isError: false,
      },
    ]).flat(),
  );
  return { ...run, output: { ...run.output, transcript: [] } };
}

test("a detail of several parts is opened with the rows it was stored with", async () => {
  const detail = await longDetail();
  const bytes = packDetail(detail);
  expect(bytes.length).toBeGreaterThan(partBytes);
  const { head, lists } = await openStoredDetail(store, await stored(bytes));
  expect(head).toEqual({ ...head, runId: detail.runId, interactions: [] });
  expect(await lists.interactions.read(0, Infinity)).toEqual(detail.interactions);
});

test.each([
  ["no gzip at all", (bytes: Buffer) => bytes.subarray(1)],
  ["cut off", (bytes: Buffer) => bytes.subarray(0, -20)],
  ["gzip of something else", () => gzipSync("[1, 2")],
])("one that is %s is an error, not half a run", async (_, damaged) => {
  const file = await stored(damaged(packDetail(await longDetail())));
  await expect(openStoredDetail(store, file)).rejects.toThrow();
});

test("one whose last part is lost in the database is an error", async () => {
  const file = await stored(packDetail(await longDetail()));
  await store.database.deleteFrom("blob_parts").where("sha256", "=", file.blob_sha256).where("part", ">", 0).execute();
  await expect(openStoredDetail(store, file)).rejects.toThrow();
});

test("bytes that are not those of their name are an error also where they can be unpacked", async () => {
  const bytes = packDetail(await longDetail());
  const file = await stored(bytes);
  const other = gzipSync("{}");
  await store.database.deleteFrom("blob_parts").where("sha256", "=", file.blob_sha256).execute();
  await store.database.insertInto("blob_parts").values({ sha256: file.blob_sha256, part: 0, data: other }).execute();
  await expect(openStoredDetail(store, file)).rejects.toThrow(BlobMismatch);
});
