import { describe, expect, test } from "vitest";
import type { CellResult } from "../../core/report/pair-result.ts";
import type { Report } from "../../core/report.ts";
import { sampleFailure, sampleResult } from "../../store/sample-result.fixture.ts";
import { sampleCard, sampleFacts } from "../../store/sql/suite/samples.fixture.ts";
import { buildReport } from "../build.ts";
import { plainPaint } from "./format.ts";
import { decideVerdict } from "../report-verdict.ts";
import { renderTable } from "./render-table.ts";
import { renderVerdict } from "./render-verdict.ts";
import { displayWidth } from "./terminal-safe.ts";

function reportOf(results: CellResult[]): Report {
  const cells = results.map(({ scenarioKey, agentName, trial }) => ({
    scenario: scenarioKey,
    agent: agentName,
    trial,
  }));
  return buildReport({ reportId: "r", timestamp: "t", durationMs: 1, state: "complete", cells, results, skipped: 0 });
}

const report = reportOf([
  sampleResult({ scenarioKey: "cms/create-post", agentName: "writer", axisScore: 91, durationMs: 61_500 }),
  sampleFailure("agent", { scenarioKey: "cms/delete-post", agentName: "writer" }),
  sampleResult({ scenarioKey: "hello", agentName: "writer", axisScore: null }),
]);

test("a table says what there is, and a dash where there is no number", () => {
  expect(renderTable(report, plainPaint, 100)).toEqual([
    "Scenario         Agent   AXIS Result  Goal  Env  Service  Agent   Time",
    "cms/create-post  writer           91    91   91       91     91  1m01s",
    "cms/delete-post  writer           10    10   10       10     10   1.0s",
    "  failed (agent): it broke",
    "hello            writer            –     –    –        –      –   1.0s",
    "  no AXIS Result: the judge gave no answer",
  ]);
});

test("a report without a pair has no table", () => {
  expect(renderTable(reportOf([]), plainPaint, 100)).toEqual([]);
});

test("a long reason is broken, not cut", () => {
  const error = `the port is taken ${"and ".repeat(20)}here is the way out`;
  const long = reportOf([{ ...sampleFailure("infrastructure"), error }]);
  expect(renderTable(long, plainPaint, 60).at(-1)).toMatch(/^ {4}.*here is the way out$/);
});

test("where no table fits, each pair has lines of its own", () => {
  expect(renderTable(report, plainPaint, 40).slice(0, 3)).toEqual([
    "cms/create-post (writer)",
    "  AXIS Result 91",
    "  Goal 91, Env 91, Service 91, Agent 91",
  ]);
});

test("the scorecards of several trials are counted by tier, also where the run in the row failed", () => {
  const card = (score: number, tier: "Gold" | "Silver") => ({
    scorecard: { ...sampleCard(sampleFacts("run_1"), null), score, tier },
  });
  const trials = [
    { ...sampleFailure("agent", { trial: 1 }), ...card(47, "Silver") },
    { ...sampleFailure("agent", { trial: 2 }), ...card(75, "Gold") },
    { ...sampleFailure("agent", { trial: 3 }), ...card(85, "Gold") },
  ];
  expect(renderTable(reportOf(trials), plainPaint, 100).at(-1)).toBe("  3 scorecards: from 47 to 85, 2 Gold, 1 Silver");
});

describe("whatever an agent wrote", () => {
  const hostile = "\u001B]0;title\u0007\u001B[2J\r\nfake row 100\u202E";

  test.each([30, 44, 60, 80, 200])("no line is wider than %i columns, and none can control the terminal", (width) => {
    const lines = renderTable(
      reportOf([{ ...sampleFailure("agent"), error: hostile, agentName: hostile }]),
      plainPaint,
      width,
    );
    expect(lines.filter((line) => displayWidth(line) > width)).toEqual([]);
    expect(lines.join("")).not.toMatch(/[\u0000-\u001F\u007F-\u009F\u202E]/);
  });
});

describe("the verdict", () => {
  test("is good news in one line", () => {
    const good = reportOf([sampleResult({ axisScore: 91 })]);
    expect(renderVerdict(good, decideVerdict(good), plainPaint)).toBe("PASS  AXIS Result 91 (excellent) over 1 pair");
  });

  test("does not hide that goals were missed where no gate forbids it", () => {
    const missed = (name: string) => sampleResult({ scenarioKey: name, axisScore: 74 });
    const one = reportOf([missed("a"), sampleResult({ axisScore: 75 })]);
    expect(renderVerdict(one, decideVerdict(one), plainPaint)).toBe(
      "PASS  AXIS Result 75 (good) over 2 pairs; 1 result missed its goal, which the gate allows",
    );
    const two = reportOf([missed("a"), missed("b"), sampleResult({ axisScore: 75 })]);
    expect(renderVerdict(two, decideVerdict(two), plainPaint)).toMatch(
      /; 2 results missed their goal, which the gate allows$/,
    );
    expect(renderVerdict(two, decideVerdict(two, { failUnder: 75 }), plainPaint)).not.toContain("missed");
  });

  test("says why not", () => {
    expect(renderVerdict(report, decideVerdict(report), plainPaint)).toBe(
      "FAIL  AXIS Result 51 (fair) over 2 of 3 pairs: 1 of 3 pairs failed (1 by the agent); 1 pair could not be scored (the judge gave no answer)",
    );
  });
});
