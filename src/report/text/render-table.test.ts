import { describe, expect, test } from "vitest";
import type { CellResult } from "../../core/report/pair-result.ts";
import type { Report } from "../../core/report.ts";
import { sampleFailure, sampleResult, sampleScore } from "../../store/sample-result.fixture.ts";
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
    "Scenario         Agent   AXIS Result  Trials  Goal  Env  Service  Agent   Time",
    "cms/create-post  writer           91  ●         91   91       91     91  1m01s",
    "cms/delete-post  writer           10  ✗         10   10       10     10   1.0s",
    "  failed: it broke",
    "hello            writer            –  !          –    –        –      –      –",
    "  error: the judge gave no answer",
  ]);
});

test("a passed run without a step has a goal, no AXIS Result, and the reason", () => {
  const { score, ...silent } = sampleResult({ scenarioKey: "hello", agentName: "writer", axisScore: 100 });
  const none = { status: "not-applicable", applicable: false, score: null } as const;
  const reason = "no step was recorded: only the goal is known";
  const drops = {
    environment: { ...score!.environment, ...none },
    service: { ...score!.service, ...none },
    agent: { ...score!.agent, ...none },
  };
  const [, ...lines] = renderTable(
    reportOf([{ ...silent, score: { ...score!, ...drops, axisScore: null, reason } }]),
    plainPaint,
    100,
  );
  expect(lines).toEqual([
    "hello     writer            –  ●        100    –        –      –  1.0s",
    "  no AXIS Result: no step was recorded: only the goal is known",
  ]);
});

test("a report without a result has no table", () => {
  expect(renderTable(reportOf([]), plainPaint, 100)).toEqual([]);
});

test("a long reason is broken, not cut", () => {
  const error = `the port is taken ${"and ".repeat(20)}here is the way out`;
  const long = reportOf([{ ...sampleFailure("infrastructure"), error }]);
  expect(renderTable(long, plainPaint, 60).at(-1)).toMatch(/^ {4}.*the way out$/);
});

test("where no table fits, each result has lines of its own", () => {
  expect(renderTable(report, plainPaint, 40).slice(0, 3)).toEqual([
    "cms/create-post (writer)",
    "  AXIS Result 91  ●",
    "  Goal 91, Env 91, Service 91, Agent 91",
  ]);
});

test("the scorecards of several trials are shown as their mean, labelled as scorecards", () => {
  const card = (score: number) => ({ scorecard: { ...sampleCard(sampleFacts("run_1"), null), score } });
  const trials = [47, 75, 85].map((score, index) => ({
    ...sampleFailure("agent", { trial: index + 1 }),
    ...card(score),
  }));
  const [header, row] = renderTable(reportOf(trials), plainPaint, 100);
  expect(header).toMatch(/Scorecard$/);
  expect(row).toMatch(/ 69$/);
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

test("several trials show their mean, every trial, and why some did not pass", () => {
  const trials = [90, 40, 80].map((axisScore, index) => sampleResult({ axisScore, trial: index + 1 }));
  expect(renderTable(reportOf(trials), plainPaint, 100).slice(0, 4)).toEqual([
    "Scenario  Agent  AXIS Result  Trials  Goal  Env  Service  Agent  Time",
    "s         a               70  ●✗●       70   70       70     70  1.0s",
    "  trial 2 failed: its goal is 40, and a pass needs 75",
    "  3 trials from 40 to 90, standard deviation 26.5; 2 of 3 passed, a pass rate of 21 to 94 %",
  ]);
});

test("a number is never green where the result failed", () => {
  const paint = { ...plainPaint, good: (text: string) => `<g>${text}</g>`, bad: (text: string) => `<r>${text}</r>` };
  const score = sampleScore(95);
  const criteria = [{ check: "it builds", weight: 1, score: 0, rationale: "", by: "verify" as const }];
  const broken = sampleResult({ score: { ...score, goalAchievement: { ...score.goalAchievement, criteria } } });
  const lines = renderTable(reportOf([broken]), paint, 100).join("\n");
  expect(lines).toContain("<r>95</r>");
  expect(lines).not.toContain("<g>");
});

describe("the verdict", () => {
  const lines = (made: Report) => renderVerdict(made, decideVerdict(made), plainPaint).split("\n");

  test("names the facts, then the AXIS Result with its band and the runs", () => {
    expect(lines(reportOf([sampleResult({ axisScore: 91 })]))).toEqual([
      "PASS  1 of 1 result passed",
      "AXIS Result 91 (excellent)   1 run: 1 passed",
    ]);
  });

  test("has no band word where the report does not pass", () => {
    expect(lines(report)).toEqual([
      "FAIL  1 of 3 results failed: writer 1",
      "AXIS Result 51 over 2 of 3 results   3 runs: 1 passed, 1 failed, 1 error",
    ]);
  });
});
