/** The example of datasets runs as its page says, and from code. */
import { spawnSync } from "node:child_process";
import { cpSync, existsSync, mkdirSync, mkdtempSync, rmSync, symlinkSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { page, root } from "./markdown.ts";

const cli = join(root, "dist/cli.js");
let folder = "";
let copy = "";

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "axis-dataset-example-"));
  copy = join(folder, "dataset");
  cpSync(join(root, "examples/dataset"), copy, { recursive: true });
  mkdirSync(join(folder, "node_modules"));
  symlinkSync(root, join(folder, "node_modules/axis-eval"));
});

afterAll(() => rmSync(folder, { recursive: true, force: true }));

function node(...args: readonly string[]) {
  return spawnSync(process.execPath, args, { cwd: copy, encoding: "utf8", timeout: 300_000 });
}

const lines = [...page("examples/dataset/README.md").text.matchAll(/^axis (eval .*)$/gm)].map(([, line]) => line ?? "");

test("there are lines to try", () => expect(lines.length).toBeGreaterThan(3));

test.each(lines)("axis %s", (line) => {
  const { status, stdout, stderr } = node(cli, ...line.split(" "));
  expect({ status, stderr }).toEqual({ status: 0, stderr: "" });
  expect(stdout).toMatch(/^(?:MEASURED|PASS)\n/);
});

test("what -o asks for is there", () => {
  expect(["results.jsonl", "results.csv", "junit.xml"].filter((name) => !existsSync(join(copy, name)))).toEqual([]);
});

test("the tree has an overall score", () => {
  const { stdout } = node(cli, "eval", "answers.jsonl", "-m", "quality.yaml", "--json");
  const { overall_score: overall, category_scores: categories } = JSON.parse(stdout) as {
    overall_score: number;
    category_scores: Record<string, number>;
  };
  expect(overall).toBeGreaterThan(0.6);
  expect(Object.keys(categories)).toEqual(["ANSWER", "SAFETY", "SPEED"]);
});

test("from code it says the same", () => {
  const { stdout, stderr } = node("evaluate.mjs");
  expect(stderr).toBe("");
  expect(stdout).toBe(
    [
      "Exact String Match: mean 0.5, pass rate 0.5",
      "Friendly: mean 0.25, pass rate 0.25",
      "refund: 1 0",
      "hours: 0 1",
      "contact: 0 0",
      "invoice: 1 0",
      "good enough",
      "",
    ].join("\n"),
  );
});
