import { execFile } from "node:child_process";
import { appendFileSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { afterEach, beforeEach, expect, test } from "vitest";
import type { ReviewLabel } from "../core/review/review-label.ts";
import { labelFile } from "./label-file.ts";

const jiti = join(dirname(createRequire(import.meta.url).resolve("jiti/package.json")), "lib", "jiti-cli.mjs");
const writer = fileURLToPath(new URL("./add-labels.fixture.ts", import.meta.url));

let project: string;
beforeEach(() => {
  project = mkdtempSync(join(tmpdir(), "axis-labels-"));
});
afterEach(() => rmSync(project, { recursive: true, force: true }));

const path = () => join(project, ".axis", "labels.jsonl");
const label = (id: string): ReviewLabel => ({ id, checkIndex: 0, human: "pass" });

test("without a file there are no labels, and reading creates nothing", async () => {
  expect(await labelFile(project).read()).toEqual({ labels: [], broken: [] });
  expect(existsSync(join(project, ".axis"))).toBe(false);
});

test("each label is added at the end, and the file is kept in version control", async () => {
  const book = labelFile(project);
  await book.add(label("run_1"));
  await book.add(label("run_2"));
  expect((await book.read()).labels.map(({ id }) => id)).toEqual(["run_1", "run_2"]);
  expect(readFileSync(path(), "utf8")).toBe(
    '{"id":"run_1","checkIndex":0,"human":"pass"}\n{"id":"run_2","checkIndex":0,"human":"pass"}\n',
  );
  expect(readFileSync(join(project, ".axis", ".gitignore"), "utf8")).toContain("\n!labels.jsonl\n");
});

test("the rules of an older version get one more line, and rules that people wrote stay as they are", async () => {
  mkdirSync(join(project, ".axis"));
  const rules = join(project, ".axis", ".gitignore");
  writeFileSync(rules, "*\n!.gitignore\n!baselines/\n!baselines/**\n!axis.lock\n!calibration.json\n");
  await labelFile(project).add(label("run_1"));
  await labelFile(project).add(label("run_2"));
  expect(readFileSync(rules, "utf8").match(/!labels\.jsonl/g)).toHaveLength(1);
  writeFileSync(rules, "*\n");
  await labelFile(project).add(label("run_3"));
  expect(readFileSync(rules, "utf8")).toBe("*\n");
});

test("a line that was cut off is named, and swallows no later label", async () => {
  const book = labelFile(project);
  await book.add(label("run_1"));
  appendFileSync(path(), '{"id":"run_2","hum');
  await book.add(label("run_3"));
  const { labels, broken } = await book.read();
  expect(labels.map(({ id }) => id)).toEqual(["run_1", "run_3"]);
  expect(broken).toEqual([{ place: `${path()}:2`, why: expect.stringContaining("not valid JSON") }]);
});

test("two processes that write at the same time lose nothing", async () => {
  const write = (name: string) => promisify(execFile)(process.execPath, [jiti, writer, project, name, "100"]);
  await Promise.all([write("a"), write("b")]);
  const { labels, broken } = await labelFile(project).read();
  expect(broken).toEqual([]);
  expect(new Set(labels.map(({ id }) => id)).size).toBe(200);
});

test("a folder that cannot be written is a mistake with the file's name", async () => {
  writeFileSync(join(project, ".axis"), "a file");
  await expect(labelFile(project).add(label("run_1"))).rejects.toMatchObject({ code: "not-writable" });
});
