import {
  chmod,
  lstat,
  mkdir,
  mkdtemp,
  readdir,
  readFile,
  readlink,
  rename,
  rm,
  symlink,
  writeFile,
} from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { ProtectedFiles } from "./protected.ts";

async function openProtected(patterns: readonly string[] = ["tests/**", "*.lock"]) {
  const root = await mkdtemp(join(tmpdir(), "axis-protected-"));
  onTestFinished(() => rm(root, { recursive: true, force: true }));
  const [work, copies] = [join(root, "work"), join(root, "copies")];
  await mkdir(join(work, "tests"), { recursive: true });
  await writeFile(join(work, "tests/a.test.js"), "assert(false)");
  await chmod(join(work, "tests/a.test.js"), 0o644);
  await writeFile(join(work, "x.lock"), "lock");
  await symlink("a.test.js", join(work, "tests/link"));
  await writeFile(join(work, "free.js"), "mine");
  const files = new ProtectedFiles({ work, copies, patterns });
  await files.record();
  return { root, work, copies, files, test: join(work, "tests/a.test.js") };
}

test("what matches no pattern may change", async () => {
  const { work, files } = await openProtected();
  await writeFile(join(work, "free.js"), "changed");
  await writeFile(join(work, "new.js"), "added");
  expect(await files.putBack()).toEqual({ changes: [], lost: [] });
  expect(await readFile(join(work, "free.js"), "utf8")).toBe("changed");
});

const attacks: readonly (readonly [string, (place: { work: string; test: string }) => Promise<unknown>, string[]])[] = [
  ["edits", ({ test: file }) => writeFile(file, "process.exit(0)"), ["changed tests/a.test.js"]],
  ["deletes", ({ test: file }) => rm(file), ["removed tests/a.test.js"]],
  [
    "deletes the folder of",
    ({ work }) => rm(join(work, "tests"), { recursive: true }),
    ["removed tests/a.test.js", "removed tests/link"],
  ],
  [
    "deletes the workspace with",
    ({ work }) => rm(work, { recursive: true }),
    ["removed tests/a.test.js", "removed tests/link", "removed x.lock"],
  ],
  [
    "adds another file beside",
    ({ work }) => writeFile(join(work, "tests/setup.js"), "process.exit(0)"),
    ["added tests/setup.js"],
  ],
  [
    "adds a deep folder beside",
    async ({ work }) => {
      await mkdir(join(work, "tests/a/b"), { recursive: true });
      await writeFile(join(work, "tests/a/b/c.js"), "");
    },
    ["added tests/a/b/c.js"],
  ],
  [
    "swaps for a link",
    async ({ work, test: file }) => {
      await rm(file);
      await symlink(join(work, "free.js"), file);
    },
    ["changed tests/a.test.js"],
  ],
  [
    "swaps for a folder",
    async ({ test: file }) => {
      await rm(file);
      await mkdir(file);
      await writeFile(join(file, "inside"), "");
    },
    ["removed tests/a.test.js", "added tests/a.test.js/inside"],
  ],
  [
    "puts a link in place of the folder of",
    async ({ work }) => {
      await rename(join(work, "tests"), join(work, "moved"));
      await symlink("moved", join(work, "tests"));
    },
    ["removed tests/a.test.js", "removed tests/link"],
  ],
  ["makes executable", ({ test: file }) => chmod(file, 0o755), ["changed tests/a.test.js"]],
  ["takes the rights away from", ({ test: file }) => chmod(file, 0o000), ["changed tests/a.test.js"]],
  [
    "renames by case",
    ({ work, test: file }) => rename(file, join(work, "tests/A.test.js")),
    ["added tests/A.test.js", "removed tests/a.test.js"],
  ],
  [
    "points elsewhere a link beside",
    async ({ work }) => {
      await rm(join(work, "tests/link"));
      await symlink("../free.js", join(work, "tests/link"));
    },
    ["changed tests/link"],
  ],
];

test.each(attacks)(
  "an agent that %s a protected file is found out, and the file is put back",
  async (_how, attack, expected) => {
    const place = await openProtected();
    await attack(place);
    const { changes, lost } = await place.files.putBack();
    expect(changes.map(({ change, path }) => `${change} ${path}`)).toEqual(expect.arrayContaining(expected));
    expect(lost).toEqual([]);
    expect(await place.files.compare()).toEqual([]);
    expect(await readFile(place.test, "utf8")).toBe("assert(false)");
    expect((await lstat(place.test)).mode & 0o777).toBe(0o644);
    expect(await readlink(join(place.work, "tests/link"))).toBe("a.test.js");
    expect((await readdir(join(place.work, "tests"))).filter((name) => name.endsWith(".js"))).toEqual(["a.test.js"]);
  },
);

test("a copy that was altered too is never put back", async () => {
  const { copies, files, test: file } = await openProtected();
  await writeFile(file, "process.exit(0)");
  for (const name of await readdir(copies)) await writeFile(join(copies, name), "process.exit(0)");
  expect((await files.putBack()).lost).toEqual(["tests/a.test.js"]);
  await expect(readFile(file)).rejects.toThrow("ENOENT");
});
