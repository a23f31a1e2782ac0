import { createHash } from "node:crypto";
import { once } from "node:events";
import {
  chmod,
  link,
  mkdir,
  mkdtemp,
  readdir,
  readFile,
  readlink,
  realpath,
  rm,
  stat,
  symlink,
  truncate,
  utimes,
  writeFile,
} from "node:fs/promises";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { afterEach, beforeEach, expect, test } from "vitest";
import { runProgram } from "../../process/run-program.ts";
import { openScope } from "../../process/scope.ts";
import { freezeEntries } from "./frozen-parts.ts";
import { freezeWorkspace, FrozenTreeAltered } from "./freeze.ts";
import { walkTree } from "./tree-walk.ts";

let root: string;
let work: string;
let into: string;

beforeEach(async () => {
  root = await realpath(await mkdtemp(join(tmpdir(), "axis-test-")));
  work = join(root, "work");
  into = join(root, "frozen");
  await mkdir(work);
});
afterEach(() => rm(root, { recursive: true, force: true }));

async function write(path: string, content: string): Promise<void> {
  await mkdir(dirname(join(work, path)), { recursive: true });
  await writeFile(join(work, path), content);
}

async function shell(command: string): Promise<void> {
  await using scope = await openScope({ runId: "frozen-tree-test", home: root });
  const env = { PATH: process.env["PATH"] ?? "" };
  const { exit } = await runProgram(scope, { program: command, args: [], shell: true, cwd: work, env });
  expect(exit).toMatchObject({ code: 0 });
}

const sha256 = (content: string | Uint8Array) => createHash("sha256").update(content).digest("hex");

test("every file is copied, with its size, hash and mode, in code-unit order", async () => {
  await write("b/two.txt", "two");
  await write("a.txt", "one");
  await write("B.sh", "#!/bin/sh\n");
  await chmod(join(work, "B.sh"), 0o755);
  await chmod(join(work, "a.txt"), 0o640);
  await chmod(join(work, "b/two.txt"), 0o444);
  await using tree = await freezeWorkspace(work, into);
  expect(tree.files).toEqual([
    { path: "B.sh", size: 10, sha256: sha256("#!/bin/sh\n"), mode: 0o755 },
    { path: "a.txt", size: 3, sha256: sha256("one"), mode: 0o640 },
    { path: "b/two.txt", size: 3, sha256: sha256("two"), mode: 0o444 },
  ]);
  expect(await readFile(join(tree.folder, "b/two.txt"), "utf8")).toBe("two");
  expect(tree.leftOut).toEqual([]);
});

test("an empty workspace makes no folder, and its copy is an empty folder", async () => {
  await using tree = await freezeWorkspace(work, into);
  expect(tree.files).toEqual([]);
  expect(await readdir(root)).toEqual(["work"]);
  await tree.copy(join(root, "copy"));
  expect(await readdir(join(root, "copy"))).toEqual([]);
});

test("a workspace the agent deleted is an empty tree", async () => {
  await rm(work, { recursive: true });
  await using tree = await freezeWorkspace(work, into);
  expect(tree.files).toEqual([]);
});

test("a workspace the agent replaced by a link, or by a file, is an empty tree", async () => {
  await mkdir(join(root, "elsewhere"));
  await writeFile(join(root, "elsewhere", "secret"), "s");
  await rm(work, { recursive: true });
  await symlink(join(root, "elsewhere"), work);
  expect((await freezeWorkspace(work, into)).files).toEqual([]);
  await rm(work);
  await writeFile(work, "a file");
  expect((await freezeWorkspace(work, into)).files).toEqual([]);
});

test("a link that leads out is left out, and what it leads to is not read", async () => {
  await writeFile(join(root, "secret"), "canary");
  await symlink("/etc/hostname", join(work, "absolute"));
  await symlink("../secret", join(work, "relative"));
  await symlink("..", join(work, "up"));
  await symlink("nowhere", join(work, "dangling"));
  await symlink("loop", join(work, "loop"));
  await using tree = await freezeWorkspace(work, into);
  expect(tree.files).toEqual([]);
  expect(tree.links).toEqual([]);
  expect(tree.leftOut.map(({ path }) => path)).toEqual(["absolute", "dangling", "loop", "relative", "up"]);
  expect(await readdir(tree.folder)).toEqual([]);
});

test("a link that stays inside leads to the copy's own file, also where it was written as an absolute path", async () => {
  await write("lib/real.txt", "content");
  await symlink("../lib/real.txt", join(work, "lib", "near.txt"));
  await symlink(join(work, "lib/real.txt"), join(work, "far.txt"));
  await symlink("lib", join(work, "folder"));
  await symlink("folder/near.txt", join(work, "chain.txt"));
  await using tree = await freezeWorkspace(work, into);
  await tree.copy(join(root, "copy"));
  expect(tree.links).toEqual([
    { path: "chain.txt", target: "lib/real.txt" },
    { path: "far.txt", target: "lib/real.txt" },
    { path: "folder", target: "lib" },
    { path: "lib/near.txt", target: "lib/real.txt" },
  ]);
  expect(await readlink(join(root, "copy", "far.txt"))).toBe("lib/real.txt");
  expect(await realpath(join(root, "copy", "folder", "near.txt"))).toBe(join(root, "copy", "lib", "real.txt"));
});

test("links that climb through other links do not lead out of the copy", async () => {
  await mkdir(join(work, "a", "b"), { recursive: true });
  await writeFile(join(root, "secret"), "canary");
  await symlink("../..", join(work, "a", "b", "top"));
  await symlink("a/b/top/../secret", join(work, "out"));
  await using tree = await freezeWorkspace(work, into);
  await tree.copy(join(root, "copy"));
  expect(tree.links).toEqual([{ path: "a/b/top", target: "" }]);
  expect(await realpath(join(root, "copy", "a", "b", "top"))).toBe(join(root, "copy"));
});

test("a FIFO and a socket do not hang anything, and are left out", async () => {
  await write("file", "x");
  await shell("mkfifo pipe && mkdir sub && mkfifo sub/pipe");
  const server = createServer().listen(join(work, "socket"));
  await once(server, "listening");
  await using tree = await freezeWorkspace(work, into);
  expect(tree.files.map(({ path }) => path)).toEqual(["file"]);
  expect(tree.leftOut).toEqual([
    { path: "pipe", why: "it is not a regular file", isFolder: false },
    { path: "socket", why: "it is not a regular file", isFolder: false },
    { path: "sub/pipe", why: "it is not a regular file", isFolder: false },
  ]);
  server.close();
});

test("a sparse file of a terabyte is left out as too large", async () => {
  await write("huge", "");
  await truncate(join(work, "huge"), 1024 ** 4);
  await using tree = await freezeWorkspace(work, into);
  expect(tree.leftOut).toEqual([{ path: "huge", why: "it is too large", isFolder: false }]);
});

test("a path too long for a copy is left out, with its folder", async () => {
  const long = Array.from({ length: 8 }, () => "d".repeat(100)).join("/");
  await write(join(long, "file"), "x");
  await write("short", "x");
  await using tree = await freezeWorkspace(work, into);
  expect(tree.files.map(({ path }) => path)).toEqual(["short"]);
  expect(tree.leftOut.every(({ why }) => why === "its path is too long")).toBe(true);
  expect(tree.leftOut.map(({ isFolder }) => isFolder)).toEqual([true, true, false]);
});

test("set-id bits do not survive; times do", async () => {
  await write("tool", "x");
  await chmod(join(work, "tool"), 0o4755);
  await utimes(join(work, "tool"), 1_000_000_000, 1_000_000_000);
  await using tree = await freezeWorkspace(work, into);
  await tree.copy(join(root, "copy"));
  const copy = await stat(join(root, "copy", "tool"));
  expect(copy.mode & 0o7777).toBe(0o755);
  expect(copy.mtimeMs).toBe(1_000_000_000_000);
});

test("what lies in the way of the frozen folder is replaced, not written through", async () => {
  await mkdir(join(root, "victim"));
  await symlink(join(root, "victim"), into);
  await write("file", "x");
  await using tree = await freezeWorkspace(work, into);
  expect(tree.files).toHaveLength(1);
  expect(await readdir(join(root, "victim"))).toEqual([]);
});

test("empty folders are part of the tree", async () => {
  await mkdir(join(work, "a", "empty"), { recursive: true });
  await using tree = await freezeWorkspace(work, into);
  await tree.copy(join(root, "copy"));
  expect(tree.folders).toEqual(["a", "a/empty"]);
  expect(await readdir(join(root, "copy", "a"))).toEqual(["empty"]);
});

test("while a daemon rewrites files, the frozen bytes are those of the recorded hash", async () => {
  await write("data", "0".repeat(200_000));
  await using scope = await openScope({ runId: "frozen-tree-daemon", home: root });
  const program = `i=0; while :; do i=$((i+1)); head -c 200000 /dev/zero | tr '\\0' "$((i % 10))" > data; sleep 0.01; done`;
  const env = { PATH: process.env["PATH"] ?? "" };
  const daemon = scope.start({ program, args: [], shell: true, cwd: work, env });
  await sleep(100);
  for (let round = 0; round < 5; round += 1) {
    await using tree = await freezeWorkspace(work, into);
    await sleep(30);
    const [file] = tree.files;
    await tree.copy(join(root, `copy-${round}`));
    expect(sha256(await readFile(join(root, `copy-${round}`, "data")))).toBe(file?.sha256);
    expect(sha256(await readFile(join(tree.folder, "data")))).toBe(file?.sha256);
  }
  expect(daemon.pid).toBeDefined();
  await scope.end();
});

test("a folder or a file swapped for a link after it was listed loses", async () => {
  const outside = join(root, "outside");
  await mkdir(outside);
  await writeFile(join(outside, "file"), "canary");
  await write("folder/file", "mine");
  await write("other", "mine");
  const listed = await walkTree(work);
  await rm(join(work, "folder"), { recursive: true });
  await symlink(outside, join(work, "folder"));
  await rm(join(work, "other"));
  await symlink(join(outside, "file"), join(work, "other"));
  await mkdir(into);
  const { files, leftOut } = await freezeEntries(work, into, listed);
  expect(files).toEqual([]);
  expect(leftOut.map(({ path }) => path)).toEqual(["folder/file", "other"]);
  expect(await readdir(join(into, "folder"))).toEqual([]);
});

test("a frozen file that was altered is noticed when it is read or copied", async () => {
  await write("file", "mine");
  await using tree = await freezeWorkspace(work, into);
  const [file] = tree.files;
  if (file === undefined) throw new Error("nothing frozen");
  expect(Buffer.from((await tree.read(file, 100)) ?? []).toString()).toBe("mine");
  await writeFile(join(tree.folder, "file"), "forged");
  await expect(tree.read(file, 100)).rejects.toThrow(FrozenTreeAltered);
  await expect(tree.copy(join(root, "copy"))).rejects.toThrow(FrozenTreeAltered);
  await rm(join(tree.folder, "file"));
  await link(join(work, "file"), join(root, "twin"));
  await symlink(join(root, "twin"), join(tree.folder, "file"));
  await expect(tree.read(file, 100)).rejects.toThrow(FrozenTreeAltered);
});

test("a file above the limit is not read", async () => {
  await write("file", "12345");
  await using tree = await freezeWorkspace(work, into);
  const [file] = tree.files;
  expect(file && (await tree.read(file, 4))).toBeNull();
});

test("the copy goes with its scope", async () => {
  await write("file", "x");
  {
    await using tree = await freezeWorkspace(work, into);
    expect(await readdir(tree.folder)).toEqual(["file"]);
  }
  expect(await readdir(root)).toEqual(["work"]);
});

test("a file with holes is copied with its holes, byte for byte", async () => {
  const file = join(work, "sparse");
  await writeFile(file, "begin");
  await truncate(file, 64 * 1024 ** 2);
  await writeFile(file, "end", { flag: "a" });
  await using frozen = await freezeWorkspace(work, into);
  const copied = await stat(join(into, "sparse"));
  expect(copied.size).toBe(64 * 1024 ** 2 + 3);
  expect(copied.blocks * 512).toBeLessThan(8 * 1024 ** 2);
  const content = await readFile(file);
  expect(frozen.files).toMatchObject([{ path: "sparse", sha256: createHash("sha256").update(content).digest("hex") }]);
});

test("a walk ends after about as many entries as it may list", async () => {
  for (let index = 0; index < 20; index += 1) await writeFile(join(work, `file-${index}`), "");
  expect(await walkTree(work, { most: 7 })).toHaveLength(7);
});
