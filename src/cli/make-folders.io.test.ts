import { existsSync } from "node:fs";
import { mkdtemp, rm, stat, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { makeFolders } from "./make-folders.ts";

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "axis-folders-"));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

test("all levels are made, also by two at once, and what is there stays", async () => {
  const deep = join(folder, "a", "b", "c");
  await Promise.all([makeFolders(deep), makeFolders(deep), makeFolders(join(folder, "a", "other"))]);
  await makeFolders(deep);
  expect((await stat(deep)).isDirectory()).toBe(true);
  await symlink(join(folder, "a"), join(folder, "link"));
  await makeFolders(join(folder, "link"));
  await makeFolders(join(folder, "link", "below"));
  expect(existsSync(join(folder, "a", "below"))).toBe(true);
});

test("a file in the way is told as what it is", async () => {
  const file = join(folder, "file");
  await writeFile(file, "");
  await expect(makeFolders(file)).rejects.toMatchObject({ code: "EEXIST" });
  await expect(makeFolders(join(file, "below"))).rejects.toMatchObject({ code: "ENOTDIR" });
});

test.skipIf(!existsSync("/proc/self"))("where nobody can make folders, that is told at once", async () => {
  await expect(makeFolders("/proc/axis")).rejects.toMatchObject({ code: "ENOENT" });
  await expect(makeFolders("/proc/axis/below/it")).rejects.toMatchObject({ code: "ENOENT" });
});
