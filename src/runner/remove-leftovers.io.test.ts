import { mkdir, mkdtemp, readdir, realpath, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { removeLeftovers } from "./remove-leftovers.ts";

let folder: string;
const warnings: string[] = [];

beforeEach(async () => {
  folder = await realpath(await mkdtemp(join(tmpdir(), "axis-clear-up-")));
  vi.stubEnv("TMPDIR", folder);
  warnings.length = 0;
});
afterEach(async () => {
  vi.unstubAllEnvs();
  await rm(folder, { recursive: true, force: true });
});

const clear = (...runIds: string[]) => removeLeftovers(runIds, (message) => warnings.push(message));

test("folders of runs and of their judges go, those of others stay", async () => {
  for (const name of ["axis-run_1", "axis-run_1-judge-0123abcd", "axis-run_2"])
    await mkdir(join(folder, name, "work"), { recursive: true });
  await clear("run_1", "run_3");
  expect([await readdir(folder), warnings]).toEqual([["axis-run_2"], []]);
});

test("a folder that cannot be removed is a warning, and the others go all the same", async () => {
  await mkdir(join(folder, "axis-run_1"));
  await clear("/../../elsewhere", "run_1");
  expect(await readdir(folder)).toEqual([]);
  expect(warnings).toEqual([expect.stringMatching(/^A leftover workspace could not be removed: .*leads out/)]);
});
