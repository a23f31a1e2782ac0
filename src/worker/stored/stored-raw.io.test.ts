import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { openInMemory } from "../../store/sql/drivers/pglite.ts";
import type { SqlStore } from "../../store/sql/sql-store.ts";
import { createTestWorkspace, startRun } from "../../store/sql/suite/suite-helpers.fixture.ts";
import { loadRaw, saveRaw } from "./stored-raw.ts";
import { ClaimGone } from "./stored-run.ts";

let store: SqlStore;
let folder: string;
beforeAll(async () => {
  store = await openInMemory();
  folder = await mkdtemp(join(tmpdir(), "axis-raw-"));
});
afterAll(async () => {
  await store[Symbol.asyncDispose]();
  await rm(folder, { recursive: true, force: true });
});

async function cameBack(text: string): Promise<string[] | undefined> {
  const attempt = { runId: await startRun(store, { workspaceId: await createTestWorkspace(store) }), attempt: 1 };
  await writeFile(join(folder, "raw"), text);
  await saveRaw(store, attempt, { folder, raw: "raw" });
  await saveRaw(store, attempt, { folder, raw: "raw" });
  const lines = await loadRaw(store, attempt);
  if (lines === undefined) return undefined;
  const read: string[] = [];
  for await (const line of lines) read.push(line);
  return read;
}

test("every line comes back as it was printed, whatever is in it and however long it is", async () => {
  const odd = ["", "\u2028 and \u2029", "a\rb\r", "ü".repeat(400_000), "last"];
  expect(await cameBack(odd.map((line) => `${line}\n`).join(""))).toEqual(odd);
  expect(await cameBack("cut off")).toEqual(["cut off"]);
  expect(await cameBack("")).toEqual([]);
});

test("where none was stored there is none, and an attempt that does not hold the run stores none", async () => {
  const attempt = { runId: await startRun(store, { workspaceId: await createTestWorkspace(store) }), attempt: 1 };
  expect(await loadRaw(store, attempt)).toBeUndefined();
  const gone = saveRaw(store, { ...attempt, attempt: 2 }, { folder, raw: "raw" });
  await expect(gone).rejects.toBeInstanceOf(ClaimGone);
});
