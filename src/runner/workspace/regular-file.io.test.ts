import { mkdir, mkdtemp, open, realpath, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { runProgram } from "../../process/run-program.ts";
import { openScope } from "../../process/scope.ts";
import { openRegularFile, readAtMost, resolveFolder } from "./regular-file.ts";

let root: string;
beforeEach(async () => {
  root = await realpath(await mkdtemp(join(tmpdir(), "axis-test-")));
  await mkdir(join(root, "in", "deep"), { recursive: true });
  await writeFile(join(root, "in", "deep", "file"), "content");
  await writeFile(join(root, "secret"), "canary");
});
afterEach(() => rm(root, { recursive: true, force: true }));

test("a regular file below the folder is opened", async () => {
  await using handle = await openRegularFile(join(root, "in"), "deep/file");
  expect(await handle?.readFile("utf8")).toBe("content");
});

test("what is missing, a folder, a link, or behind a link that leads out, is not opened", async () => {
  await symlink("../secret", join(root, "in", "link"));
  await symlink("..", join(root, "in", "up"));
  await symlink("deep/file", join(root, "in", "near"));
  for (const path of ["missing", "deep", "link", "up/secret", "near", "deep/file/x", "../secret"])
    expect(await openRegularFile(join(root, "in"), path)).toBeNull();
});

test("a FIFO without a writer is not waited for", async () => {
  await using scope = await openScope({ runId: "regular-file-test", home: root });
  const env = { PATH: process.env["PATH"] ?? "" };
  await runProgram(scope, { program: "mkfifo in/pipe", args: [], shell: true, cwd: root, env });
  expect(await openRegularFile(join(root, "in"), "pipe")).toBeNull();
});

test("only a true folder has a real path", async () => {
  await symlink("in", join(root, "link"));
  expect(await resolveFolder(join(root, "in"))).toBe(join(root, "in"));
  expect(await resolveFolder(join(root, "link"))).toBeNull();
  expect(await resolveFolder(join(root, "secret"))).toBeNull();
  expect(await resolveFolder(join(root, "missing"))).toBeNull();
});

test("reading stops at the limit, also where a file grows or tells no size", async () => {
  await using file = await open(join(root, "secret"));
  expect(Buffer.from((await readAtMost(file, 6)) ?? []).toString()).toBe("canary");
  await using again = await open(join(root, "secret"));
  expect(await readAtMost(again, 5)).toBeNull();
});

test.runIf(process.platform === "linux")("a size of zero is not believed", async () => {
  await using file = await open("/proc/self/status");
  expect((await readAtMost(file, 100_000))?.length).toBeGreaterThan(100);
  await using again = await open("/proc/self/status");
  expect(await readAtMost(again, 100)).toBeNull();
});
