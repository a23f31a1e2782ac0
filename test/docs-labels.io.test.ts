/** Keeps the example of labels in docs/calibration.md true: its lines are read, and `axis calibrate` prints what the page shows. */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { drive } from "../src/cli/drive.fixture.ts";
import { blocksOf, page } from "./markdown.ts";

const path = "docs/calibration.md";

function block(note: string): string {
  const found = blocksOf(page(path)).find((each) => each.note === note);
  if (found === undefined) throw new Error(`${path} has no block ${note}`);
  return found.text;
}

test("from the labels on the page, axis calibrate prints what the page shows", async () => {
  const cwd = mkdtempSync(join(tmpdir(), "axis-docs-labels-"));
  try {
    mkdirSync(join(cwd, ".axis"));
    writeFileSync(
      join(cwd, "axis.config.json"),
      JSON.stringify({ agents: [{ agent: "command", name: "a", command: "true" }] }),
    );
    writeFileSync(join(cwd, ".axis", "labels.jsonl"), block("labels: labels.jsonl"));
    const { code, stdout, stderr } = await drive(["calibrate"], { cwd, env: process.env });
    expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
    expect(stdout.trim()).toBe(block("output: axis calibrate").trim());
  } finally {
    rmSync(cwd, { recursive: true, force: true });
  }
});
