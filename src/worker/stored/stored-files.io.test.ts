import { mkdtemp, rm, truncate, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import type { RunDetail } from "../../core/report/run-detail.ts";
import { storeLimits, applyLimits } from "./stored-files.ts";

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "axis-limits-"));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

const execution = {
  gate: "test",
  execution: 1,
  turn: 0,
  passed: true,
  exit_code: 0,
  ended_by: "exit" as const,
  wall_ms: 1,
  tree_id: null,
  output_tail: "",
};

/** Files of these lengths, which take no room on the disk. */
async function made(artifacts: readonly number[], logs: readonly number[] = []) {
  const write = async (name: string, bytes: number) => {
    await writeFile(join(folder, name), "");
    await truncate(join(folder, name), bytes);
    return name;
  };
  const captured = [];
  for (const [at, size] of artifacts.entries())
    captured.push({ path: `a${at}`, size, mimeType: "x/y", file: await write(`a${at}`, size) });
  const gates = [];
  for (const [at, size] of logs.entries())
    gates.push({ ...execution, execution: at + 1, log: await write(`g${at}`, size) });
  return { artifacts: captured, gates } as unknown as RunDetail;
}

const fitting = async (detail: RunDetail, limits = storeLimits) =>
  (await applyLimits({ detail, raw: null }, folder, limits)).detail;

test("what an agent printed is stored last, and where there is no room the run says so", async () => {
  const detail = await made([5]);
  await writeFile(join(folder, "raw"), "123456");
  const limits = { fileBytes: 10, runBytes: 11, files: 9 };
  expect(await applyLimits({ detail, raw: "raw" }, folder, limits)).toEqual({ detail, raw: "raw" });
  const short = await applyLimits({ detail, raw: "raw" }, folder, { ...limits, runBytes: 10 });
  expect(short).toMatchObject({ raw: null, detail: { artifacts: [{ file: "a0" }] } });
  expect(short.detail.warnings).toEqual(["The agent's output was not stored: too much in all"]);
});

test("a run within its limits is stored as it is", async () => {
  const detail = await made([1, 0, 2], [3]);
  expect(await fitting(detail)).toEqual(detail);
  expect(await fitting({} as RunDetail)).toEqual({});
});

test("by default a file has 100 MiB, and a run 500 MiB in 10,000 files", async () => {
  expect(storeLimits).toEqual({ fileBytes: 104_857_600, runBytes: 524_288_000, files: 10_000 });
  const full = Array.from({ length: 5 }, () => 104_857_600);
  const { artifacts } = await fitting(await made([104_857_601, ...full, 1, 0]));
  const why = artifacts?.map(({ file, skipped }) => skipped ?? file);
  expect(why).toEqual(["too large", "a1", "a2", "a3", "a4", "a5", "too much in all", "a7"]);
});

test("what has no room is named with the reason and has no file; logs count too and are named in a warning", async () => {
  const detail = await made([4, 9, 4], [2, 1]);
  const limits = { fileBytes: 8, runBytes: 9, files: 3 };
  const { artifacts, gates, warnings } = await fitting(detail, limits);
  expect(artifacts).toMatchObject([{ file: "a0" }, { path: "a1", size: 9, skipped: "too large" }, { file: "a2" }]);
  expect(artifacts?.[1]).not.toHaveProperty("file");
  expect(gates?.map(({ log }) => log)).toEqual([undefined, "g1"]);
  expect(warnings).toEqual(["The output of gate test (execution 1) was not stored: too much in all"]);
  const few = await fitting(detail, { ...limits, files: 1 });
  expect(few.artifacts?.[2]).toMatchObject({ skipped: "too many" });
});

test("a diff without room keeps its counts, and takes its room before all others", async () => {
  const counts = { files: 2, added: 1, removed: 0, partial: 0 };
  const detail = { ...(await made([4])), patch: { ...counts, file: "p", bytes: 4 } };
  await writeFile(join(folder, "p"), "diff");
  const small = await fitting(detail, { fileBytes: 8, runBytes: 7, files: 3 });
  expect(small.patch).toEqual(detail.patch);
  expect(small.artifacts?.[0]?.skipped).toBe("too much in all");
  const { patch } = await fitting(detail, { fileBytes: 3, runBytes: 9, files: 3 });
  expect(patch).toEqual({ ...counts, missing: "too large" });
});

test("what was left out when it was captured keeps its reason and takes no room", async () => {
  const artifacts = [{ path: "a", size: 99, mimeType: "x/y", skipped: "holds a secret" }];
  const { artifacts: kept } = await fitting({ artifacts } as unknown as RunDetail);
  expect(kept).toEqual(artifacts);
});
