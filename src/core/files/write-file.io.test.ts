import { execFileSync } from "node:child_process";
import { closeSync, existsSync, openSync, readFileSync, writeSync } from "node:fs";
import { chmod, lstat, mkdir, mkdtemp, readdir, readFile, rm, stat, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { isPipeOrDevice, replaceFile, replaceWith, writeFileOrPipe } from "./write-file.ts";

const isRoot = process.getuid?.() === 0;
let root: string;
let folder: string;
let file: string;
beforeAll(async () => void (root = await mkdtemp(join(tmpdir(), "axis-write-"))));
beforeEach(async () => {
  folder = await mkdtemp(join(root, "case-"));
  file = join(folder, "out.txt");
});
afterAll(() => rm(root, { recursive: true, force: true }));

async function* failing() {
  yield "half";
  throw new Error("no more");
}

const writers = [
  ["replaceFile", replaceFile],
  ["writeFileOrPipe", writeFileOrPipe],
] as const;

for (const [name, write] of writers) {
  test(`${name} writes texts, pieces and bytes in order, over an old file or none`, async () => {
    const long = "x".repeat(70_000);
    const pieces = async function* () {
      yield* ["é", Buffer.from([0xc3, 0xa9]), long, "", "end"];
    };
    await write(file, pieces());
    expect(await readFile(file, "utf8")).toBe(`éé${long}end`);
    await write(file, ["a", "b"]);
    expect(await readFile(file, "utf8")).toBe("ab");
    await write(file, "");
    expect(await readFile(file, "utf8")).toBe("");
    expect(await readdir(folder)).toEqual(["out.txt"]);
  });

  test(`${name} keeps the old file and leaves nothing behind when the content fails`, async () => {
    await expect(write(file, failing())).rejects.toThrow("no more");
    expect(await readdir(folder)).toEqual([]);
    await writeFile(file, "old");
    await expect(write(file, failing())).rejects.toThrow("no more");
    expect([await readFile(file, "utf8"), await readdir(folder)]).toEqual(["old", ["out.txt"]]);
  });

  test(`${name} lets several writers end with the file of one of them`, async () => {
    const texts = Array.from({ length: 8 }, (_, index) => String(index).repeat(100_000));
    await Promise.all(texts.map((text) => write(file, text)));
    expect(texts).toContain(await readFile(file, "utf8"));
    expect(await readdir(folder)).toEqual(["out.txt"]);
  });

  test(`${name} reports the system's error`, async () => {
    await expect(write(join(folder, "gone", "out.txt"), "new")).rejects.toMatchObject({ code: "ENOENT" });
    await expect(write(folder, "new")).rejects.toMatchObject({ code: "EISDIR" });
    expect((await readdir(root)).filter((each) => each.endsWith(".tmp"))).toEqual([]);
  });
}

test("a link is replaced where AXIS chose the path, and followed where a user did", async () => {
  const target = join(folder, "target");
  await writeFile(target, "old");
  await symlink("target", file);
  await writeFileOrPipe(file, "through");
  expect([(await lstat(file)).isSymbolicLink(), await readFile(target, "utf8")]).toEqual([true, "through"]);
  await replaceFile(file, "instead");
  expect([(await lstat(file)).isSymbolicLink(), await readFile(target, "utf8")]).toEqual([false, "through"]);
});

test("a link to a file that does not exist yet creates that file", async () => {
  await symlink("later", file);
  await writeFileOrPipe(file, "new");
  expect(await readFile(join(folder, "later"), "utf8")).toBe("new");
});

test("a user's file keeps its permissions", async () => {
  await writeFile(file, "old");
  await chmod(file, 0o662);
  await writeFileOrPipe(file, "new");
  expect([(await stat(file)).mode & 0o777, await readFile(file, "utf8")]).toEqual([0o662, "new"]);
});

test.skipIf(isRoot)("a file in a folder that refuses new files is written in place", async () => {
  const inner = join(folder, "inner");
  await mkdir(inner);
  await writeFile(join(inner, "out.txt"), "longer than the new one");
  await chmod(inner, 0o555);
  await writeFileOrPipe(join(inner, "out.txt"), "new");
  expect(await readFile(join(inner, "out.txt"), "utf8")).toBe("new");
  await chmod(inner, 0o755);
});

test.skipIf(isRoot)("a protected file is not replaced", async () => {
  await writeFile(file, "old", { mode: 0o444 });
  await expect(writeFileOrPipe(file, "new")).rejects.toMatchObject({ code: "EACCES" });
  expect(await readFile(file, "utf8")).toBe("old");
});

test("a pipe is written to and stays a pipe", async () => {
  const pipe = join(folder, "pipe");
  execFileSync("sh", ["-c", 'mkfifo "$@"', "sh", pipe]);
  expect(await isPipeOrDevice(pipe)).toBe(true);
  const [text] = await Promise.all([readFile(pipe, "utf8"), writeFileOrPipe(pipe, ["a", "b"])]);
  expect([text, (await lstat(pipe)).isFIFO()]).toEqual(["ab", true]);
});

test("a device is written to and stays a device", async () => {
  expect(await isPipeOrDevice("/dev/null")).toBe(true);
  await writeFileOrPipe("/dev/null", "gone");
  expect((await stat("/dev/null")).isCharacterDevice()).toBe(true);
});

test.runIf(existsSync("/dev/fd"))("an open file continues where it stands, and is not replaced", async () => {
  const descriptor = openSync(file, "w");
  const path = `/dev/fd/${descriptor}`;
  expect(await isPipeOrDevice(path)).toBe(true);
  writeSync(descriptor, "before ");
  await writeFileOrPipe(path, ["during", " "]);
  writeSync(descriptor, "after");
  closeSync(descriptor);
  expect(readFileSync(file, "utf8")).toBe("before during after");
});

test("regular files, folders and missing paths are not pipes", async () => {
  await writeFile(file, "");
  expect(await Promise.all([file, folder, join(folder, "gone")].map(isPipeOrDevice))).toEqual([false, false, false]);
});

test("a disk of one's own does the renaming, and the clean-up after a failure", async () => {
  const calls: string[] = [];
  const shorten = (path: string) => path.slice(folder.length + 1).replace(/\.[0-9a-f]{8}\./, ".*.");
  const mover = {
    async rename(from: string, to: string) {
      calls.push(`rename ${shorten(from)} ${shorten(to)}`);
      throw new Error("refused");
    },
    async remove(path: string) {
      calls.push(`remove ${shorten(path)}`);
      throw new Error("refused, too");
    },
  };
  await expect(replaceWith(file, async () => "mark", mover)).rejects.toThrow(/^refused$/);
  expect(calls).toEqual(["rename .out.txt.*.tmp out.txt", "remove .out.txt.*.tmp"]);
});
