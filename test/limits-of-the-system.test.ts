/** A shell that allows few open files: every command says so in a sentence, and never with a stack trace. */
import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, expect, test } from "vitest";

const cli = join(dirname(fileURLToPath(import.meta.url)), "../dist/cli.js");
let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "axis-few-files-"));
  writeFileSync(
    join(folder, "axis.config.json"),
    JSON.stringify({ agents: [{ agent: "command", name: "agent", command: "echo done" }] }),
  );
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const underLimit = (files: number, args: string) =>
  spawnSync("/bin/sh", ["-c", `ulimit -n ${files}; exec "${process.execPath}" "${cli}" ${args}`], {
    cwd: folder,
    encoding: "utf8",
    timeout: 30_000,
  });

test.each([
  [64, "run"],
  [64, "serve --port 0"],
  [32, "eval items.jsonl -m exact_string_match"],
  [24, "reports"],
])("with %i open files, axis %s says which limit was reached and how to raise it", (files, args) => {
  const { status, stdout, stderr } = underLimit(files, args);
  expect([status, stdout]).toEqual([3, ""]);
  expect(stderr).toMatch(/open files|may not open more files/);
  expect(stderr).toContain("ulimit -n 4096");
  expect(stderr).not.toMatch(/^ {4}at |AXIS itself failed/m);
});
