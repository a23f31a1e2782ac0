import { chmodSync, mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { listFilePaths, listPathFolders, listProgramPaths } from "./install-folders.ts";

let root = "";
const at = (path: string) => join(root, path);

function place(path: string, text = "#!/bin/sh\n"): string {
  mkdirSync(dirname(at(path)), { recursive: true });
  writeFileSync(at(path), text);
  chmodSync(at(path), 0o755);
  return at(path);
}

beforeAll(() => {
  root = realpathSync(mkdtempSync(join(tmpdir(), "axis-install-")));
});
afterAll(() => rmSync(root, { recursive: true, force: true }));

test("a program of npm brings all packages beside it, and the folder of its link", () => {
  const real = place("prefix/lib/node_modules/@a/agent/cli.js");
  mkdirSync(at("prefix/bin"), { recursive: true });
  symlinkSync(real, at("prefix/bin/agent"));
  const paths = listProgramPaths(at("prefix/bin/agent"), {}, []);
  expect(paths).toContain(at("prefix/bin"));
  expect(paths).toContain(at("prefix/lib/node_modules"));
});

test("a program in bin brings the lib beside it, any other its own folder", () => {
  place("tool/bin/tool");
  mkdirSync(at("tool/lib"), { recursive: true });
  expect(listProgramPaths(at("tool/bin/tool"), {}, [])).toEqual(
    expect.arrayContaining([at("tool/bin"), at("tool/lib")]),
  );
  expect(listProgramPaths(place("single/run"), {}, [])).toContain(at("single"));
});

test("the interpreter of a script comes with it", () => {
  place("python/bin/python3", "");
  const paths = listProgramPaths(place("scripts/agent.py", "#!/usr/bin/env python3\n"), { PATH: at("python/bin") }, []);
  expect(paths).toEqual([at("scripts"), at("python/bin")]);
});

test("of a folder with something hidden, only the program is shown", () => {
  const program = place("project/agent.mjs");
  expect(listProgramPaths(program, {}, [at("project")])).toContain(program);
  expect(listProgramPaths(program, {}, [at("project")])).not.toContain(at("project"));
  expect(listProgramPaths(program, {}, [at("project/.axis")])).not.toContain(at("project"));
});

test("a file that a config names shows its folder, but never folders that describe the machine", () => {
  const file = place("project/agents/agent.mjs");
  expect(listFilePaths(file, [at("project")])).toEqual([at("project/agents")]);
  expect(listFilePaths("/etc/hosts", [])).toEqual([]);
  expect(listFilePaths(at("project"), [])).toEqual([]);
  expect(listFilePaths(at("missing"), [])).toEqual([]);
});

test("folders of PATH are shown, except relative, missing and unreadable ones, and those around something hidden", () => {
  mkdirSync(at("home/.local/bin"), { recursive: true });
  symlinkSync(at("loop"), at("loop"));
  const path = ["", "bin", at("missing"), at("loop"), at("home"), at("home/.local/bin")].join(":");
  expect([...new Set(listPathFolders(path, [at("home")]))]).toEqual([at("home/.local/bin")]);
});

test("a script that a config names finds its packages, even those of a project that is hidden", () => {
  const file = place("project/servers/sums.mjs");
  place("project/node_modules/sums/index.js");
  place("project/package.json");
  expect(listFilePaths(file, [at("project")])).toEqual([
    at("project/servers"),
    at("project/node_modules"),
    at("project/package.json"),
  ]);
  expect(listFilePaths(place("project/servers/sums.py"), [at("project")])).toEqual([at("project/servers")]);
});
