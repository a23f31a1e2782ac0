import { execFileSync } from "node:child_process";
import { chmod, mkdir, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { walkTree } from "../workspace/tree-walk.ts";
import { createGitFolder } from "./private-git.ts";
import { findFolderAbove, chooseRepositories, listRepositories } from "./tree.ts";

/** A folder with these repositories, and a git that writes down how often it is called. */
async function folderWith(repositories: readonly string[], ignored: string) {
  const root = await mkdtemp(join(tmpdir(), "axis-repositories-"));
  onTestFinished(() => rm(root, { recursive: true, force: true }));
  const [work, folder, bin, calls] = [join(root, "work"), join(root, "git"), join(root, "bin"), join(root, "calls")];
  await mkdir(work);
  for (const path of repositories) await mkdir(join(work, path, ".git"), { recursive: true });
  await writeFile(join(work, ".gitignore"), ignored);
  await mkdir(bin);
  const real = execFileSync("sh", ["-c", "command -v git"], { encoding: "utf8" }).trim();
  await writeFile(join(bin, "git"), `#!/bin/sh\necho call >> '${calls}'\nexec '${real}' "$@"\n`);
  await chmod(join(bin, "git"), 0o755);
  await createGitFolder(folder);
  const path = `${bin}:${process.env["PATH"] ?? ""}`;
  const found = await listRepositories({ folder, work, runId: "repositories-test", path }, await walkTree(work));
  return { found, calls: (await readFile(calls, "utf8").catch(() => "")).split("\n").length - 1 };
}

test("those that are ignored, and those inside others, are left out", async () => {
  const { found } = await folderWith(["a [b]", "a [b]/inner", "ab", "deep/c", "out/d", "ü"], "out/\n/ab\n");
  expect(found).toEqual(["a [b]", "deep/c", "ü"]);
});

test("git is asked once about all of them, and not at all where there is none", async () => {
  const many = Array.from({ length: 60 }, (_, index) => `made/${index}`);
  expect(await folderWith(many, "made/1*\n")).toMatchObject({ found: { length: 49 }, calls: 1 });
  expect(await folderWith([], "")).toEqual({ found: [], calls: 0 });
});

test("of too many, those that had files before are looked into first", () => {
  const many = Array.from({ length: 500 }, (_, index) => `made/${String(index).padStart(3, "0")}`);
  expect(chooseRepositories(many.slice(0, 200), [])).toEqual(many.slice(0, 200));
  const looked = chooseRepositories(many, ["made/499/a.txt", "made/499/b.txt", "other/a.txt", "made/300/deep/c.txt"]);
  expect(looked).toHaveLength(200);
  expect(looked.slice(-2)).toEqual(["made/300", "made/499"]);
  expect(looked.slice(0, 198)).toEqual(many.slice(0, 198));
});

test("a folder is above what lies in it, and not above its neighbours or itself", () => {
  const folders = new Set(["a", "a/b", "c"]);
  expect(["a/b/x", "ab/x", "a", "c/d/e", "d/c/x"].map((path) => findFolderAbove(path, folders))).toEqual([
    "a",
    null,
    null,
    "c",
    null,
  ]);
});
