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

test("with one agent a table says what there is, and a dash where there is no number", () => {
  expect(renderTable(report, plainPaint, 100)).toEqual([
    "                 writer  Goal  Env  Service  Agent    Time",
    "cms/create-post  91  ●     91   91       91     91  1m 01s",
    "cms/delete-post  10  ✗     10   10       10     10    1.0s",
    "  failed: it broke",
    "hello             –  !      –    –        –      –       –",
    "  error: the judge gave no answer",
    "AXIS Result      50.5      51   51       51     51",
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
    "hello   –  ●    100    –        –      –  1.0s",
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

test("on a narrow terminal there are as many numbers as fit", () => {
  expect(renderTable(report, plainPaint, 40).slice(0, 2)).toEqual([
    "                 writer  Goal  Env",
    "cms/create-post  91  ●     91   91",
  ]);
});

test("a name wider than its column stands above its row, in one piece", () => {
  const long = `${"folder/".repeat(4)}scenario`;
  const lines = renderTable(reportOf([sampleResult({ scenarioKey: long, agentName: "writer" })]), plainPaint, 40);
  expect(lines).toContain(long);
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
    "                 a            Goal  Env  Service  Agent  Time",
    "s                70  ●✗●        70   70       70     70  1.0s",
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

describe("several agents", () => {
  const statuses = (scenarioKey: string, agentName: string, scores: readonly number[]) =>
    scores.map((axisScore, index) => sampleResult({ scenarioKey, agentName, axisScore, trial: index + 1 }));
  const grid = reportOf([
    ...statuses("api/pay", "weak", [60, 40, 90]),
    ...statuses("api/pay", "strong", [98, 99, 100]),
    ...statuses("cli/run", "strong", [95, 96, 97]),
    ...statuses("cli/run", "weak", [80, 82, 84]),
  ]);

  test("each has a column, the best first, with every trial, and totals below", () => {
    expect(renderTable(grid, plainPaint, 60)).toEqual([
      "                 strong             weak",
      "api/pay          99  ●●●            63  ✗✗●",
      "cli/run          96  ●●●            82  ●●●",
      "AXIS Result      97.5 (78.4–100.0)  72.7 (0.0–100.0)",
      "passed           100 %  6/6         67 %  4/6",
      "per run          1.0s               1.0s",
      "detectable drop  1.6 points         28.9 points",
      "",
      "Did not pass",
      " ✗✗●  api/pay, weak: its goal is 60, and a pass needs 75",
    ]);
  });

  test("that do not fit beside each other follow in blocks of their own", () => {
    const lines = renderTable(grid, plainPaint, 30);
    expect(lines.filter((line) => line.startsWith("api/pay"))).toHaveLength(2);
    expect(lines.indexOf("")).toBeGreaterThan(0);
  });

  test("with more than 30 scenarios, those that all passed are only counted", () => {
    const many = Array.from({ length: 40 }, (_, index) =>
      statuses(`s-${index}`, "strong", index < 2 ? [90, 40] : [90]),
    );
    const lines = renderTable(reportOf(many.flat()), plainPaint, 80);
    expect(lines.filter((line) => line.startsWith("s-")).map((line) => line.split(" ")[0])).toEqual(["s-0", "s-1"]);
    expect(lines.at(-1)).toMatch(/^38 more scenarios {2}● all passed$/);
  });

  test("scenarios that were never started are only counted", () => {
    const left = {
      ...sampleFailure("infrastructure", { scenarioKey: "later", agentName: "strong", file: "" }),
      outcomeClass: "notRun" as const,
    };
    const lines = renderTable(reportOf([...statuses("now", "strong", [90]), left]), plainPaint, 80);
    expect(lines.filter((line) => line.startsWith("later"))).toEqual([]);
    expect(lines.at(-1)).toMatch(/^1 more scenario +○ not run$/);
  });
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
