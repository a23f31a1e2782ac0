import { chmod, mkdir, mkdtemp, readdir, readFile, realpath, rm, stat, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { copyFiles } from "./copy-action.ts";

let root: string;
let config: string;
let work: string;
const logged: string[] = [];

beforeEach(async () => {
  root = await realpath(await mkdtemp(join(tmpdir(), "axis-test-")));
  [config, work] = [join(root, "config"), join(root, "work")];
  await mkdir(work);
  logged.length = 0;
  for (const path of ["fixtures/a/b.txt", "fixtures/top.txt", "fixtures/a/.hidden", "fixtures/a/c.md", "plain.txt"]) {
    await mkdir(dirname(join(config, path)), { recursive: true });
    await writeFile(join(config, path), path);
  }
});
afterEach(() => rm(root, { recursive: true, force: true }));

const abort = new AbortController().signal;
const copy = (match: string, destination: string, bases: { matchBase?: string; destinationBase?: string } = {}) =>
  copyFiles(
    { action: "copy", match, destination },
    { matchBase: config, destinationBase: work, abort, debug: (line) => logged.push(line), ...bases },
  );
const filesIn = async (folder: string) => {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  return entries
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .toSorted();
};
const inWork = async () => (await filesIn(work)).map((path) => path.slice(work.length + 1));

test("each file of a glob keeps its path below the prefix without glob characters", async () => {
  await copy("fixtures/**/*.txt", "out");
  expect(await inWork()).toEqual(["out/a/b.txt", "out/top.txt"]);
  expect(await readFile(join(work, "out/a/b.txt"), "utf8")).toBe("fixtures/a/b.txt");
});

test("a plain file lands under its own name", async () => {
  await copy("./fixtures/a/b.txt", "deep/er");
  expect(await inWork()).toEqual(["deep/er/b.txt"]);
});

test("a plain folder means everything below it, dot-files and empty folders too", async () => {
  await mkdir(join(config, "fixtures", "empty"));
  await copy("fixtures/", ".");
  expect(await inWork()).toEqual(["a/.hidden", "a/b.txt", "a/c.md", "top.txt"]);
  expect(await readdir(join(work, "empty"))).toEqual([]);
});

test.each([".", "**", "**/*.json"])(
  "%s takes everything but the folder of AXIS, where rubrics and earlier runs lie",
  async (match) => {
    for (const path of [".axis/reports/1/report.json", "fixtures/.axis/own.json", "other.json"]) {
      await mkdir(dirname(join(config, path)), { recursive: true });
      await writeFile(join(config, path), path);
    }
    await copy(match, ".");
    const found = (await inWork()).filter((path) => path.endsWith(".json"));
    expect(found).toEqual(["fixtures/.axis/own.json", "other.json"]);
    expect(await readdir(work)).not.toContain(".axis");
  },
);

test.each([".axis/reports/*", ".axis/reports", ".axis"])("%s names it, and gets it", async (match) => {
  await mkdir(join(config, ".axis/reports"), { recursive: true });
  await writeFile(join(config, ".axis/reports/report.json"), "{}");
  await copy(match, "out");
  expect(await inWork()).toEqual([match === ".axis" ? "out/reports/report.json" : "out/report.json"]);
});

test("a glob without a prefix starts at the config directory", async () => {
  await copy("*.txt", ".");
  expect(await inWork()).toEqual(["plain.txt"]);
});

test("a glob that matches nothing copies nothing and succeeds", async () => {
  await copy("nothing/**/*.txt", "out");
  await copy("*.zip", "out");
  expect(await inWork()).toEqual([]);
});

test("a plain path that does not exist is a failure that names it", async () => {
  await expect(copy("fixtures/missing.txt", "out")).rejects.toThrow(`"fixtures/missing.txt"`);
  await expect(copy("plain.txt/below", "out")).rejects.toThrow("does not exist in");
});

test("symbolic links are not followed", async () => {
  await symlink("/etc", join(config, "fixtures", "etc"));
  await symlink("top.txt", join(config, "fixtures", "link.txt"));
  await copy("fixtures", "folder");
  await copy("fixtures/**/*", "glob");
  expect(await inWork()).toEqual(
    ["folder", "glob"].flatMap((name) =>
      ["a/.hidden", "a/b.txt", "a/c.md", "top.txt"].map((file) => `${name}/${file}`),
    ),
  );
  await expect(copy("fixtures/link.txt", "out")).rejects.toThrow("symbolic link");
  await expect(copy("fixtures/etc/*", "out")).rejects.toThrow("leads out");
});

test("a file keeps its mode and replaces the one that was there", async () => {
  await chmod(join(config, "plain.txt"), 0o755);
  await writeFile(join(work, "plain.txt"), "old", { mode: 0o400 });
  await copy("plain.txt", ".");
  expect(await readFile(join(work, "plain.txt"), "utf8")).toBe("plain.txt");
  expect((await stat(join(work, "plain.txt"))).mode & 0o777).toBe(0o755);
});

test.each(["..", "../x", "a/../../x", "/tmp/x"])(
  "a destination %s that leaves the workspace is refused",
  async (where) => {
    await expect(copy("plain.txt", where)).rejects.toThrow("leads out");
    expect(await readdir(root)).toEqual(["config", "work"]);
  },
);

test.each(["../work", "/etc/hostname", "fixtures/../../work/*"])(
  "a match %s that leaves its folder is refused",
  async (match) => {
    await expect(copy(match, "out")).rejects.toThrow("leads out");
  },
);

test("a planted link at the destination, or below it, is not written through", async () => {
  await mkdir(join(root, "victim"));
  await symlink(join(root, "victim"), join(work, "out"));
  await expect(copy("plain.txt", "out")).rejects.toThrow("leads out");
  await mkdir(join(work, "in"));
  await symlink(join(root, "victim"), join(work, "in", "a"));
  await expect(copy("fixtures", "in")).rejects.toThrow("leads out");
  await symlink(join(root, "victim", "new.txt"), join(work, "plain.txt"));
  await copy("plain.txt", ".");
  expect(await readdir(join(root, "victim"))).toEqual([]);
  expect(await readFile(join(work, "plain.txt"), "utf8")).toBe("plain.txt");
});

test("a destination that is a file is a failure", async () => {
  await writeFile(join(work, "out"), "");
  await expect(copy("plain.txt", "out")).rejects.toThrow("EEXIST");
});

test("within one folder nothing is copied into its own copy, and a file onto itself stays", async () => {
  await copy("**", "backup", { destinationBase: config });
  await copy("plain.txt", ".", { destinationBase: config });
  expect((await filesIn(join(config, "backup"))).map((path) => path.slice(config.length + 1))).toEqual([
    "backup/fixtures/a/.hidden",
    "backup/fixtures/a/b.txt",
    "backup/fixtures/a/c.md",
    "backup/fixtures/top.txt",
    "backup/plain.txt",
  ]);
  expect(await readFile(join(config, "plain.txt"), "utf8")).toBe("plain.txt");
});

test("the resolved base, the destination and every pair are logged", async () => {
  await copy("fixtures/*.txt", "out");
  expect(logged).toEqual([
    `copy fixtures/*.txt: from ${join(config, "fixtures")} to ${join(work, "out")}`,
    `copy ${join(config, "fixtures/top.txt")} -> ${join(work, "out/top.txt")}`,
  ]);
});
