/** The example of judged metrics runs as its page says, against a model on this machine. */
import { spawnSync } from "node:child_process";
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { page, root } from "./markdown.ts";

let folder = "";
let copy = "";

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "axis-judged-example-"));
  copy = join(folder, "dataset-judged");
  cpSync(join(root, "examples/dataset-judged"), copy, { recursive: true });
  mkdirSync(join(folder, "node_modules"));
  symlinkSync(root, join(folder, "node_modules/axis-eval"));
});

afterAll(() => rmSync(folder, { recursive: true, force: true }));

function evaluate(...args: readonly string[]) {
  return spawnSync(process.execPath, ["evaluate.mjs", ...args], { cwd: copy, encoding: "utf8", timeout: 300_000 });
}

const text = page("examples/dataset-judged/README.md").text;
const lines = [...text.matchAll(/^node evaluate\.mjs ?(.*)$/gm)].map(([, line]) => line ?? "");

test("there are lines to try", () => expect(lines).toHaveLength(3));

test.each(lines)("node evaluate.mjs %s", (line) => {
  const { status, stdout, stderr } = evaluate(...line.split(" ").filter((word) => word !== ""));
  expect({ status, stderr }).toEqual({ status: 0, stderr: "" });
  expect(stdout).toMatch(/^(?:MEASURED|PASS)\n/);
});

test("the model's scores and sentences are in the rows", () => {
  const rows = readFileSync(join(copy, "results.jsonl"), "utf8")
    .trimEnd()
    .split("\n")
    .map((line) => JSON.parse(line) as { item_id: string; score: number; passed: boolean; explanation: string });
  expect(Object.fromEntries(rows.map(({ item_id, score, passed }) => [item_id, [score, passed]]))).toEqual({
    refund: [0.9, true],
    hours: [0.1, false],
    invoice: [0.9, true],
  });
  expect(rows.map(({ explanation }) => explanation)).toContain("It says nothing about opening hours.");
});

test("a budget in dollars is refused before the first question, with the way out", () => {
  const { status, stderr } = evaluate("--budget-usd", "1");
  expect(status).toBe(2);
  expect(stderr).toContain("compatible/scripted has no known price");
  expect(stderr).toContain("--allow-unknown-cost");
});
