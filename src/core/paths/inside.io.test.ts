import { mkdtemp, mkdir, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { joinInside, resolveInside } from "./inside.ts";

test("a path below the root is joined", () => {
  expect(joinInside("/root", "a", "b")).toBe("/root/a/b");
});

test.each([["../x"], ["a/../../x"], ["/etc/passwd"], ["a\0b"], [".."]])("%j leads out and is refused", (part) => {
  expect(() => joinInside("/root/project", part)).toThrow(/leads out/);
});

test("one part among good ones is enough to be refused", () => {
  expect(() => joinInside("/root/project", "a", "b\0c", "d")).toThrow(/leads out/);
  expect(() => joinInside("/root/project", "a", "..", "..", "b")).toThrow(/leads out/);
});

test("the root itself and names that only begin with dots stay inside", () => {
  expect(joinInside("/root/project", ".")).toBe("/root/project");
  expect(joinInside("/root/project", "..a", "...")).toBe("/root/project/..a/...");
});

test("a path below a file is looked at from the file's folder", async () => {
  const root = await mkdtemp(join(tmpdir(), "axis-inside-"));
  await writeFile(join(root, "file.txt"), "");
  await expect(resolveInside(root, "file.txt/below/it")).resolves.toBe(join(root, "file.txt/below/it"));
  await rm(root, { recursive: true });
});

test("a parent that is a link out of the root is refused", async () => {
  const root = await mkdtemp(join(tmpdir(), "axis-inside-"));
  await mkdir(join(root, "inside"));
  await symlink(tmpdir(), join(root, "inside", "out"));
  await expect(resolveInside(root, "inside/out/file.txt")).rejects.toThrow(/leads out/);
  await expect(resolveInside(root, "inside/new/file.txt")).resolves.toBe(join(root, "inside/new/file.txt"));
  await rm(root, { recursive: true });
});

test("a link to itself cannot be followed, and that is said", async () => {
  const root = await mkdtemp(join(tmpdir(), "axis-inside-"));
  await symlink(join(root, "loop"), join(root, "loop"));
  for (const path of ["loop", "loop/file.txt"])
    await expect(resolveInside(root, path)).rejects.toMatchObject({
      code: "path-outside",
      message: expect.stringMatching(/^The path "loop.*" cannot be followed \(ELOOP/) as string,
    });
  await rm(root, { recursive: true });
});
