import { mkdir, mkdtemp, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { isFile, isFolder, pathExists, statIfPresent } from "./path-kind.ts";

let root: string;
beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), "axis-kind-"));
  await mkdir(join(root, "folder"));
  await writeFile(join(root, "file"), "four");
  await symlink("folder", join(root, "to-folder"));
  await symlink("file", join(root, "to-file"));
  await symlink("gone", join(root, "to-nothing"));
});
afterAll(() => rm(root, { recursive: true, force: true }));

test.each([
  ["folder", [true, true, false]],
  ["to-folder", [true, true, false]],
  ["file", [true, false, true]],
  ["to-file", [true, false, true]],
  ["to-nothing", [false, false, false]],
  ["gone", [false, false, false]],
  ["file/below", [false, false, false]],
])("%s: there is something, it is a folder, it is a file: %j", async (name, expected) => {
  const path = join(root, name);
  expect(await Promise.all([pathExists(path), isFolder(path), isFile(path)])).toEqual(expected);
});

test("only a missing path has no stats; any other problem is thrown", async () => {
  expect((await statIfPresent(join(root, "to-file")))?.size).toBe(4);
  expect(await statIfPresent(join(root, "gone"))).toBeUndefined();
  await expect(statIfPresent(join(root, "file/below"))).rejects.toMatchObject({ code: "ENOTDIR" });
});
