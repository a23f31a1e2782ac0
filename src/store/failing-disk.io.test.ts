/** A small run on a disk that fails, or a process that dies, at each of its operations in turn. */
import { createHash } from "node:crypto";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import type { JournalStep, ReportHandle } from "../core/store.ts";
import { sampleDetail, sampleReport, sampleSlot, sampleStart, sampleSteps } from "../testing/store-samples.ts";
import { nodeDisk } from "./disk/disk.ts";
import type { Disk, DiskFile } from "./disk/disk.ts";
import { fileStore } from "./files.ts";

const id = "2026-03-04-050607";
const asIs = (text: string) => text;
const storeOn = (configDir: string, disk: Disk) =>
  fileStore({ configDir, redact: asIs, now: () => new Date(0), onWarning: () => {}, disk });

/** Counts operations and lets `before` throw at one; half of a failing write gets through. */
function watched(before: (operation: string) => void): Disk {
  const file = (inner: DiskFile, path: string): DiskFile => ({
    async write(bytes) {
      try {
        before(`write ${path}`);
      } catch (error) {
        await inner.write(bytes.subarray(0, Math.floor(bytes.length / 2)));
        throw error;
      }
      await inner.write(bytes);
    },
    writeNow: (bytes) => (before(`write ${path}`), inner.writeNow(bytes)),
    sync: async () => (before(`sync ${path}`), inner.sync()),
    close: () => inner.close(),
  });
  return {
    open: async (path, how) => (before(`open ${path}`), file(await nodeDisk.open(path, how), path)),
    makeFolder: async (path) => (before(`mkdir ${path}`), nodeDisk.makeFolder(path)),
    rename: async (from, to) => (before(`rename ${to}`), nodeDisk.rename(from, to)),
    remove: async (path) => (before(`remove ${path}`), nodeDisk.remove(path)),
    truncate: async (path, bytes) => (before(`truncate ${path}`), nodeDisk.truncate(path, bytes)),
    syncFolder: async (path) => (before(`sync-folder ${path}`), nodeDisk.syncFolder(path)),
  };
}

const run = { ...sampleSlot, runId: "run_1" };

/** One cell from plan to close; tells which steps were acknowledged. */
async function smallRun(configDir: string, disk: Disk, told: (step: JournalStep) => void): Promise<void> {
  const record = async (handle: ReportHandle, step: JournalStep) => {
    await handle.record(step);
    told(step);
  };
  await using handle = await storeOn(configDir, disk).createReport(sampleStart);
  await record(handle, sampleSteps()[0] as JournalStep);
  await record(handle, { type: "attempt-started", data: run });
  const raw = await handle.openRaw(sampleSlot);
  raw.append("hello");
  const rawMark = await raw.close();
  const detail = await handle.writeDetail(sampleSlot, sampleDetail([]));
  await handle.writeSparseIndex(sampleSlot, "# Sparse Index\n");
  await record(handle, { type: "run-recorded", data: { ...run, detail, raw: rawMark } });
  const scored = await handle.writeDetail(sampleSlot, { ...sampleDetail([]), durationMs: 99 });
  await record(handle, { type: "judged", data: { ...run, detail: scored } });
  await handle.writeReport(sampleReport(id));
  await record(handle, { type: "report-closed", data: { state: "complete", durationMs: 1 } });
}

async function countOperations(): Promise<string[]> {
  const operations: string[] = [];
  const configDir = await mkdtemp(join(tmpdir(), "axis-failing-"));
  await smallRun(
    configDir,
    watched((operation) => operations.push(operation.replace(configDir, ""))),
    () => {},
  );
  await rm(configDir, { recursive: true });
  return operations;
}

/** Everything acknowledged is there, whole, and the report can be gone on with. */
async function expectNothingLost(configDir: string, told: readonly JournalStep[]): Promise<void> {
  const store = storeOn(configDir, nodeDisk);
  const { reports, unreadable } = await store.listReports();
  if (told.length === 0) return;
  expect(reports.length + unreadable.length).toBe(1);
  await using handle = await store.resumeReport(id);
  expect(handle.steps.slice(0, told.length)).toEqual(told);
  const recorded = told.findLast((step) => step.type === "run-recorded" || step.type === "judged");
  if (recorded === undefined) return;
  const { file, sha256 } = recorded.data.detail;
  const found = createHash("sha256").update(await readFile(join(handle.folder ?? "", file)));
  // A scored detail may be there before its record is; an acknowledged one is there to the byte.
  const mayBeNewer = recorded.type === "run-recorded" && (await handle.readDetail(file)).durationMs === 99;
  expect(mayBeNewer || found.digest("hex") === sha256).toBe(true);
  await handle.record({ type: "stale", data: sampleSlot });
}

describe("nothing acknowledged is lost", () => {
  test.each([
    ["the disk is full at one operation", false],
    ["the process is gone from one operation on", true],
  ])("when %s", async (_case, forEver) => {
    const count = (await countOperations()).length;
    for (let failing = 0; failing < count; failing += 1) {
      const configDir = await mkdtemp(join(tmpdir(), "axis-failing-"));
      const told: JournalStep[] = [];
      let number = 0;
      const disk = watched(() => {
        const fails = forEver ? number >= failing : number === failing;
        number += 1;
        if (fails) throw Object.assign(new Error("no space left"), { code: "ENOSPC" });
      });
      const failure = await smallRun(configDir, disk, (step) => told.push(step)).catch((error: unknown) => error);
      expect(failure).toMatchObject({ code: "disk", message: expect.stringContaining(configDir) });
      await expectNothingLost(configDir, told);
      await rm(configDir, { recursive: true });
    }
  });
});

test("a record is written only after the files it speaks of and their folder are flushed", async () => {
  const operations = await countOperations();
  const folder = `/.axis/reports/${id}/scenarios/cms/create-post@short`;
  const journal = `/.axis/reports/${id}/journal.ndjson`;
  const writes = operations.flatMap((operation, index) => (operation === `write ${journal}` ? [index] : []));
  expect(writes).toHaveLength(5);
  for (const write of writes) expect(operations[write + 1]).toBe(`sync ${journal}`);
  const [, started = 0, recorded = 0, judged = 0] = writes;
  for (const [from, to] of [
    [started, recorded],
    [recorded, judged],
  ] as const) {
    const between = operations.slice(from, to);
    const renamed = between.indexOf(`rename ${folder}/echo|small-model.json`);
    const flushed = between.findIndex((operation) => /^sync .*\.json\.[0-9a-f]+\.tmp$/.test(operation));
    expect(flushed).toBeGreaterThan(0);
    expect(renamed).toBeGreaterThan(flushed);
    expect(between.lastIndexOf(`sync-folder ${folder}`)).toBeGreaterThan(renamed);
  }
  const raw = operations.slice(started, recorded);
  expect(raw).toContain(`sync ${folder}/echo|small-model.raw.ndjson`);
});
