import { chmod, chown, mkdir, mkdtemp, readdir, realpath, rm, stat, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { openWorkspace, removeStaleWorkspace } from "./workspace.ts";

let parent: string;
const warnings: string[] = [];
const onWarning = (message: string) => warnings.push(message);

beforeEach(async () => {
  parent = await realpath(await mkdtemp(join(tmpdir(), "axis-test-")));
  warnings.length = 0;
});
afterEach(async () => {
  await chmod(parent, 0o700);
  await rm(parent, { recursive: true, force: true });
});

/** Permissions mean nothing to root, so what they do is tried as somebody else. */
async function withoutPrivileges(action: () => Promise<void>): Promise<void> {
  if (process.geteuid?.() !== 0) return action();
  await chown(parent, 65_534, 65_534);
  process.seteuid?.(65_534);
  try {
    await action();
  } finally {
    process.seteuid?.(0);
  }
}

test("a workspace is work, home, tmp and shared, empty, in a folder for this user alone", async () => {
  await using workspace = await openWorkspace({ runId: "01RUN", onWarning, parent });
  expect(basename(workspace.root)).toBe("axis-01RUN");
  expect((await stat(workspace.root)).mode & 0o777).toBe(0o700);
  expect((await readdir(workspace.root)).toSorted()).toEqual(["home", "shared", "tmp", "work"]);
  expect(await readdir(workspace.work)).toEqual([]);
});

test("it lies in the system's temporary folder unless told otherwise", async () => {
  await using workspace = await openWorkspace({ runId: basename(parent), onWarning });
  expect(workspace.root).toBe(join(await realpath(tmpdir()), `axis-${basename(parent)}`));
});

test("it goes with its scope, whatever was put into it", async () => {
  {
    await using workspace = await openWorkspace({ runId: "01RUN", onWarning, parent });
    await mkdir(join(workspace.work, "deep", "down"), { recursive: true });
    await writeFile(join(workspace.work, "deep", "down", "file"), "x");
  }
  expect(await readdir(parent)).toEqual([]);
  expect(warnings).toEqual([]);
});

test("folders the agent made read-only go too", async () => {
  await withoutPrivileges(async () => {
    await using workspace = await openWorkspace({ runId: "01RUN", onWarning, parent });
    await mkdir(join(workspace.work, "a", "b"), { recursive: true });
    await writeFile(join(workspace.work, "a", "b", "file"), "x");
    await chmod(join(workspace.work, "a", "b"), 0o000);
    await chmod(join(workspace.work, "a"), 0o500);
  });
  expect(await readdir(parent)).toEqual([]);
  expect(warnings).toEqual([]);
});

test("a link in it is removed and what it leads to stays", async () => {
  await writeFile(join(parent, "precious"), "kept");
  {
    await using workspace = await openWorkspace({ runId: "01RUN", onWarning, parent });
    await symlink(parent, join(workspace.work, "up"));
    await rm(workspace.home, { recursive: true });
    await symlink(parent, workspace.home);
  }
  expect(await readdir(parent)).toEqual(["precious"]);
});

test("a removal that fails is a warning that names the folder", async () => {
  await withoutPrivileges(async () => {
    await using workspace = await openWorkspace({ runId: "01RUN", onWarning, parent });
    await writeFile(join(workspace.work, "file"), "x");
    await chmod(parent, 0o500);
  });
  expect(warnings).toEqual([expect.stringContaining(join(parent, "axis-01RUN"))]);
});

test("a folder that is there already is refused", async () => {
  await mkdir(join(parent, "axis-01RUN"));
  await expect(openWorkspace({ runId: "01RUN", onWarning, parent })).rejects.toThrow("EEXIST");
});

test("a run id cannot lead out of the parent", async () => {
  await expect(openWorkspace({ runId: "/../../x", onWarning, parent })).rejects.toThrow("leads out");
});

test("what a killed AXIS left is removed; what is not there is no problem", async () => {
  await mkdir(join(parent, "axis-01RUN", "work", "deep"), { recursive: true });
  await removeStaleWorkspace("01RUN", parent);
  await removeStaleWorkspace("01RUN", parent);
  expect(await readdir(parent)).toEqual([]);
});

test("what a killed AXIS left and cannot be removed is said", async () => {
  await withoutPrivileges(async () => {
    await mkdir(join(parent, "axis-01RUN"));
    await chmod(parent, 0o500);
    await expect(removeStaleWorkspace("01RUN", parent)).rejects.toThrow("EACCES");
  });
});
