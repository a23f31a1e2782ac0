/** The example that recomputes a report: it agrees with what `axis demo` wrote, and names a number that was changed. */
import { spawnSync } from "node:child_process";
import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { root } from "./markdown.ts";

const cli = join(root, "dist/cli.js");
let folder = "";
let report = "";

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "axis-recompute-"));
  cpSync(join(root, "examples/recompute"), join(folder, "recompute"), { recursive: true });
  mkdirSync(join(folder, "node_modules"));
  symlinkSync(root, join(folder, "node_modules/axis-eval"));
  expect(node(cli, "demo").status).toBe(0);
  expect(node(cli, "run", "-c", "axis-demo/axis.config.json", "--trials", "2").status).toBe(0);
  const reports = join(folder, "axis-demo/.axis/reports");
  report = join(reports, readdirSync(reports).toSorted().at(-1) ?? "");
}, 120_000);

afterAll(() => rmSync(folder, { recursive: true, force: true }));

function node(...args: readonly string[]) {
  return spawnSync(process.execPath, args, { cwd: folder, encoding: "utf8", timeout: 60_000 });
}

function recompute() {
  const { status, stdout, stderr } = node("recompute/recompute.mjs", report);
  return { status, stderr, lines: stdout.trimEnd().split("\n") };
}

/** Recomputes with another number at a key of a file, and puts the file back. */
function recomputeWith(file: string, key: string, value: number) {
  const path = join(report, file);
  const text = readFileSync(path, "utf8");
  const document = JSON.parse(text) as Record<string, unknown>;
  const names = key.split(/[.[\]]+/);
  const holder = names.slice(0, -1).reduce((inner, name) => inner[name] as Record<string, unknown>, document);
  expect(holder[names.at(-1) ?? ""]).toEqual(expect.any(Number));
  holder[names.at(-1) ?? ""] = value;
  writeFileSync(path, JSON.stringify(document));
  try {
    return recompute();
  } finally {
    writeFileSync(path, text);
  }
}

test("every number of a report follows from its evidence", () => {
  const { status, stderr, lines } = recompute();
  expect({ status, stderr }).toEqual({ status: 0, stderr: "" });
  const rows = lines.slice(1, -1).map((line) => line.split(/ {2,}/));
  expect(rows.map(([part]) => part)).toEqual([
    "interactions",
    "counts",
    "AXIS Result",
    "stages",
    "scorecard",
    "summary",
    "scoring rules",
    "results",
    "statistics",
    "what to fix",
  ]);
  for (const [, numbers, differences] of rows) {
    expect(Number(numbers)).toBeGreaterThan(5);
    expect(differences).toBe("0");
  }
});

describe("a changed number is named, with its file, its key and both values", () => {
  const detail = "scenarios/fix-the-tests/tinker.trial-2.json";

  test.each([
    ["the AXIS Result of a trial", detail, "score.axisScore", 12],
    ["an answer of the rules judge", detail, "score.environment.audits[1].success", 0.25],
    ["a duration", detail, "interactions[2].durationMs", 987_654],
    ["the grade of a check", detail, "score.goalAchievement.criteria[0].score", 4],
    ["the total of a card", detail, "scorecard.weighted_sum", 1],
    ["the usual time a card compares with", detail, "scorecard.axes.latency.inputs.p50_ms", 1],
    ["a mean of the report", "report.json", "summary.averageAxisScore", 3],
    ["a trial of a result", "report.json", "results[1].trials[0].axisScore", 3],
    ["the spread of a result", "report.json", "results[1].spread.mean", 3],
    ["an interval", "report.json", "statistics[0].composite.lower", 3],
    ["what a fix is worth", "report.json", "fixes[0].points.most", 3],
  ])("%s", (_, file, key, value) => {
    const { status, stderr, lines } = recomputeWith(file, key, value);
    expect({ status, stderr }).toEqual({ status: 1, stderr: "" });
    expect(lines).toEqual([
      `${file}: ${key}`,
      `  stored:     ${value}`,
      expect.stringMatching(/^ {2}recomputed: [\d.]+$/),
    ]);
  });
});

test("the shorter program of docs/api.md shows the stored numbers", () => {
  const { status, stdout, stderr } = node("recompute/explain.mjs", "axis-demo");
  expect({ status, stderr }).toEqual({ status: 0, stderr: "" });
  const pairs = [...stdout.matchAll(/(?:AXIS Result|scorecard) (.+) \(stored: (.+)\)$/gm)];
  expect(pairs).toHaveLength(6);
  for (const [, recomputed, stored] of pairs) expect(recomputed).toBe(stored);
});

test("without a report it says how it is used", () => {
  const { status, stderr } = node("recompute/recompute.mjs", folder);
  expect({ status, stderr }).toMatchObject({
    status: 2,
    stderr: expect.stringContaining("usage: node recompute.mjs") as string,
  });
});
