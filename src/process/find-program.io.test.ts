/** Programs are found as the system finds them, but not where an agent could have put them. */
import { chmodSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, test } from "vitest";
import { findProgram, locateProgram } from "./find-program.ts";

const folder = mkdtempSync(join(tmpdir(), "axis-find-test-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

function file(path: string, mode: number): string {
  const full = join(folder, path);
  mkdirSync(join(full, ".."), { recursive: true });
  writeFileSync(full, "#!/bin/sh\n");
  chmodSync(full, mode);
  return full;
}

describe.skipIf(process.platform === "win32")("on systems with PATH as POSIX has it", () => {
  test("the first executable file along PATH is the one", async () => {
    file("a/tool", 0o644);
    const tool = file("b/tool", 0o755);
    file("c/tool", 0o755);
    const PATH = ["a", "b", "c"].map((name) => join(folder, name)).join(":");
    expect(await findProgram("tool", { PATH }, "/")).toBe(tool);
  });

  test("a name with a slash is resolved against the working folder and not looked up", async () => {
    const tool = file("b/tool", 0o755);
    expect(await findProgram("./b/tool", { PATH: "" }, folder)).toBe(tool);
    expect(await findProgram("./tool", { PATH: join(folder, "b") }, folder)).toBeNull();
    expect(await findProgram(tool, {}, "/")).toBe(tool);
  });

  test("an empty or relative folder in PATH is not searched", async () => {
    file("work/git", 0o755);
    expect(await findProgram("git", { PATH: ":.:work" }, join(folder, "work"))).toBeNull();
    expect(await findProgram("git", { PATH: "work" }, folder)).toBeNull();
  });

  test("a folder, a file that may not run, and a name that is no name are no programs", async () => {
    mkdirSync(join(folder, "d/tool"), { recursive: true });
    file("e/tool", 0o644);
    expect(await findProgram("tool", { PATH: join(folder, "d") }, "/")).toBeNull();
    expect(locateProgram("tool", { PATH: join(folder, "e") }, "/")).toEqual({ error: "EACCES" });
    expect(locateProgram("tool", { PATH: join(folder, "nowhere") }, "/")).toEqual({ error: "ENOENT" });
    expect(await findProgram("", {}, "/")).toBeNull();
    expect(await findProgram("a\0b", {}, "/")).toBeNull();
  });

  test("a link to a program is found, a link to nothing is not", async () => {
    const tool = file("b/tool", 0o755);
    mkdirSync(join(folder, "links"), { recursive: true });
    symlinkSync(tool, join(folder, "links/good"));
    symlinkSync(join(folder, "gone"), join(folder, "links/bad"));
    const PATH = join(folder, "links");
    expect(await findProgram("good", { PATH }, "/")).toBe(join(PATH, "good"));
    expect(await findProgram("bad", { PATH }, "/")).toBeNull();
  });

  test("without PATH the system's own folders are searched", async () => {
    expect(await findProgram("sh", {}, "/")).toMatch(/^\/(usr\/)?bin\/sh$/);
  });
});
