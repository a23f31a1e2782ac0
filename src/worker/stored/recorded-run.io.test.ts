import { mkdir, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { createDatabase } from "../../../test/test-database.ts";
import type { RunDetail } from "../../core/report/run-detail.ts";
import { openSqlStore } from "../../store/sql/open.ts";
import type { SqlStore } from "../../store/sql/sql-store.ts";
import { sampleDetail } from "../../testing/store-samples.ts";
import { createTestWorkspace, startRun } from "../../store/sql/suite/suite-helpers.fixture.ts";
import { findRecordedRun, restoreRecording } from "../attempt/run-attempt.ts";
import { saveDetail, saveFiles } from "./stored-run.ts";

let store: SqlStore;
let folder: string;
beforeAll(async () => {
  store = await openSqlStore({ configDir: ".", url: await createDatabase(), migrations: "run", onWarning: () => {} });
});
afterAll(() => store[Symbol.asyncDispose]());
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "axis-recorded-"));
  return () => rm(folder, { recursive: true, force: true });
});

const execution = {
  gate: "test",
  execution: 1,
  turn: 0,
  passed: true,
  exit_code: 0,
  ended_by: "exit",
  wall_ms: 1,
  tree_id: null,
  output_tail: "",
} as const;

/** A detail whose run captured a file and ran a gate. */
const detail: RunDetail = {
  ...sampleDetail([]),
  artifacts: [{ path: "out/made.txt", size: 4, mimeType: "text/plain", file: "task/artifacts/out/made.txt" }],
  gates: [{ ...execution, log: "task/gates/test-1.log" }],
  patch: { file: "task/it.patch", bytes: 5, files: 1, added: 1, removed: 0, partial: 0 },
};

async function recorded(hasFiles: boolean) {
  const attempt = { runId: await startRun(store, { workspaceId: await createTestWorkspace(store) }), attempt: 1 };
  await saveDetail(store, attempt, detail);
  const old = join(folder, "old");
  await mkdir(join(old, "task/artifacts/out"), { recursive: true });
  await mkdir(join(old, "task/gates"), { recursive: true });
  await writeFile(join(old, "task/artifacts/out/made.txt"), "made");
  await writeFile(join(old, "task/gates/test-1.log"), "ok");
  await writeFile(join(old, "task/it.patch"), "diff ");
  if (hasFiles) await saveFiles(store, attempt, { detail, folder: old });
  const found = await findRecordedRun(store, { ...attempt, attempt: 3 });
  if (found === undefined) throw new Error("nothing was recorded");
  return await restoreRecording(found, join(folder, "new"), store);
}

test("files and logs of an earlier attempt lie where its detail says, in the folder of the new one", async () => {
  const { artifacts, gates, patch } = await recorded(true);
  expect(patch).toEqual(detail.patch);
  expect(await readFile(join(folder, "new/task/it.patch"), "utf8")).toBe("diff ");
  expect(artifacts).toEqual(detail.artifacts);
  expect(gates).toEqual(detail.gates);
  expect(await readFile(join(folder, "new/task/artifacts/out/made.txt"), "utf8")).toBe("made");
  expect(await readFile(join(folder, "new/task/gates/test-1.log"), "utf8")).toBe("ok");
});

test("what was not stored before the worker was lost is said to be lost", async () => {
  const { artifacts, gates, patch } = await recorded(false);
  const missing = "it was lost with the worker that captured it";
  expect(patch).toEqual({ files: 1, added: 1, removed: 0, partial: 0, missing });
  expect(artifacts).toEqual([
    { path: "out/made.txt", size: 4, mimeType: "text/plain", skipped: "it was lost with the worker that captured it" },
  ]);
  expect(gates).toEqual([execution]);
});
