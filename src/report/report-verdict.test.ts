import { describe, expect, test } from "vitest";
import type { ReportGate } from "../core/report/gate.ts";
import type { CellResult } from "../core/report/pair-result.ts";
import { defaultWeights } from "../core/score/weights.ts";
import { scoringDocument } from "../judging/scoring/scoring-document.ts";
import { sampleFailure, sampleResult, sampleScore } from "../store/sample-result.fixture.ts";
import { buildReport } from "./build.ts";
import { decideVerdict } from "./report-verdict.ts";

const passed = (scenarioKey: string, more: Partial<CellResult> = {}) => sampleResult({ scenarioKey, ...more });
const failed = (scenarioKey: string, more: Partial<CellResult> = {}) =>
  sampleResult({ scenarioKey, axisScore: 40, ...more });
const down = (scenarioKey: string) => sampleFailure("infrastructure", { scenarioKey });
const notRun = (scenarioKey: string): CellResult => ({ ...down(scenarioKey), outcomeClass: "notRun", file: "" });

function reportOf(results: readonly CellResult[], gate?: Partial<ReportGate>, more: readonly string[] = []) {
  const never = more.map((scenario) => ({ scenario, agent: "a", trial: 1 }));
  const cells = results.map(({ scenarioKey, agentName, trial }) => ({
    scenario: scenarioKey,
    agent: agentName,
    trial,
  }));
  return buildReport({
    reportId: "r",
    timestamp: "2026-01-01T00:00:00.000Z",
    durationMs: 1,
    state: "complete",
    cells: [...cells, ...never],
    results,
    skipped: 0,
    scoring: scoringDocument(defaultWeights, undefined),
    gate: { minPassRate: "most", failUnder: null, ...gate },
  });
}

const say = (...args: Parameters<typeof decideVerdict>) => {
  const { verdict, sentence } = decideVerdict(...args);
  return `${verdict}  ${sentence}`;
};

test("a report in which every result passed passes", () => {
  expect(decideVerdict(reportOf([passed("one"), passed("two")]))).toEqual({
    verdict: "PASS",
    ok: true,
    sentence: "2 of 2 results passed",
    reasons: [],
  });
});

test("a verified check that does not hold fails the report, whatever the number is", () => {
  const score = sampleScore(95);
  const criteria = [{ check: "it builds", weight: 1, score: 9, rationale: "", by: "verify" as const }];
  const result = passed("one", { score: { ...score, goalAchievement: { ...score.goalAchievement, criteria } } });
  const report = reportOf([result]);
  expect(report.results[0]).toMatchObject({ status: "failed", why: "“it builds” does not hold" });
  expect(say(report)).toBe("FAIL  1 of 1 result failed: a 1");
});

test("failures are counted by agent, most first", () => {
  const report = reportOf([
    failed("one", { agentName: "opus" }),
    failed("one", { agentName: "flash" }),
    failed("two", { agentName: "flash" }),
    passed("two", { agentName: "opus" }),
  ]);
  expect(say(report)).toBe("FAIL  3 of 4 results failed: flash 2, opus 1");
});

describe("a planned run that did not take place", () => {
  test("makes the report incomplete, even if something failed as well", () => {
    expect(say(reportOf([passed("one"), failed("two"), notRun("three")]))).toBe(
      "INCOMPLETE  2 of 3 runs finished: 1 passed, 1 failed; 1 of 3 results failed: a 1",
    );
  });

  test("counts when the report has no entry for it", () => {
    expect(say(reportOf([passed("one")], {}, ["two", "three"]))).toBe("INCOMPLETE  1 of 3 runs finished: 1 passed");
  });

  test("also leaves a stopped report incomplete that has every run", () => {
    expect(say({ ...reportOf([passed("one")]), state: "aborted" })).toBe("INCOMPLETE  1 of 1 run finished: 1 passed");
  });

  test("may be a whole scenario file that was left out", () => {
    expect(say({ ...reportOf([passed("one")]), leftOut: ["scenarios/x.json"] })).toBe(
      "INCOMPLETE  1 broken scenario file left out",
    );
  });
});

test("a result with only errors makes the report incomplete, and its cause is named", () => {
  expect(say(reportOf([passed("one"), down("two")]))).toBe(
    "INCOMPLETE  1 of 2 passed, 1 could not be scored (it broke)",
  );
});

test("an error beside counted trials is not counted", () => {
  const trials = [
    passed("one", { trial: 1 }),
    { ...down("one"), trial: 2 },
    passed("one", { trial: 3 }),
    failed("one", { trial: 4 }),
  ];
  expect(say(reportOf(trials))).toBe("PASS  1 of 1 result passed");
});

describe("the pass rate", () => {
  const trials = (...goals: number[]) =>
    goals.map((axisScore, index) => sampleResult({ scenarioKey: "one", axisScore, trial: index + 1 }));

  test.each([
    ["most", [90, 90, 40], "PASS"],
    ["most", [90, 40], "FAIL"],
    ["most", [90, 40, 40], "FAIL"],
    ["all", [90, 90, 40], "FAIL"],
    ["all", [90, 90], "PASS"],
    [0.5, [90, 40], "PASS"],
    [0.6, [90, 90, 90, 40, 40], "PASS"],
    [0.7, [90, 90, 90, 40, 40], "FAIL"],
    [1, [90, 40], "FAIL"],
    [0, [40, 40], "MEASURED"],
  ] as const)("%s of trials with goals %j gives %s", (minPassRate, goals, verdict) => {
    expect(decideVerdict(reportOf(trials(...goals), { minPassRate })).verdict).toBe(verdict);
  });

  test("of 0 without another gate measures, and says what was found", () => {
    expect(say(reportOf([passed("one"), failed("two")], { minPassRate: 0 }))).toBe(
      "MEASURED  no gate applies to 2 results: 1 passed, 1 failed",
    );
  });

  test("of 0 beside a lowest AXIS Result is a gate", () => {
    const gate = { minPassRate: 0, failUnder: 50 };
    expect(say(reportOf([passed("one"), failed("two")], gate))).toBe("FAIL  1 result is below 50: two (a) 40");
    expect(say(reportOf([passed("one"), sampleResult({ scenarioKey: "two", axisScore: 60 })], gate))).toBe(
      "PASS  1 of 2 results passed; 1 failed, which --min-pass-rate 0 permits",
    );
  });
});

describe("the lowest AXIS Result", () => {
  test("is held against the mean of a result's trials", () => {
    const trials = [75, 85].map((axisScore, index) => sampleResult({ axisScore, trial: index + 1 }));
    expect(decideVerdict(reportOf(trials, { failUnder: 80 })).verdict).toBe("PASS");
    expect(say(reportOf(trials, { failUnder: 81 }))).toBe("FAIL  1 result is below 81: s (a) 80");
  });

  test("rejects a result that has no AXIS Result", () => {
    const silent = passed("one", { score: { ...sampleScore(90), axisScore: null } });
    expect(say(reportOf([silent], { failUnder: 1 }))).toBe("FAIL  1 result is below 1: one (a) –");
  });
});

describe("allowed failures", () => {
  test("of each class are counted apart: within the limit they are excused, one more and all of them count", () => {
    const report = (limit: ReportGate["allowedFailures"], ...results: CellResult[]) =>
      say(reportOf([passed("one"), ...results], { allowedFailures: limit }));
    expect(report({ infrastructure: 2 }, down("two"), down("three"))).toBe(
      "PASS  1 of 3 results passed; 2 did not, which settings.allowed_failures permits",
    );
    expect(report({ infrastructure: 1 }, down("two"), down("three"))).toBe(
      "INCOMPLETE  1 of 3 passed, 2 could not be scored (it broke)",
    );
    expect(report({ agent: 1 }, failed("two"))).toMatch(/^PASS /);
    expect(report({ agent: 1 }, failed("two"), failed("three"))).toBe("FAIL  2 of 3 results failed: a 2");
    expect(report({ agent: 1, judge: 1 }, down("two"))).toMatch(/^INCOMPLETE /);
  });
});

describe("without scoring", () => {
  const unscored = (scenarioKey: string) => {
    const { score: _score, ...result } = passed(scenarioKey);
    return result;
  };
  const recorded = (...results: CellResult[]) => ({ ...reportOf(results), scoring: undefined });

  test("nothing is held against a gate", () => {
    expect(say(recorded(unscored("one"), unscored("two")))).toBe("MEASURED  2 runs recorded, nothing was scored");
  });

  test("an agent that gave up has failed all the same", () => {
    const { score: _score, ...gaveUp } = sampleFailure("agent", { scenarioKey: "two" });
    expect(say(recorded(unscored("one"), gaveUp))).toBe("FAIL  1 of 2 results failed: a 1");
  });
});

describe("with scoring, a result that has no grade", () => {
  const ungraded = (status: "unscored" | "not-applicable", reason: string) => {
    const score = sampleScore(80);
    return passed("two", {
      score: { ...score, goalAchievement: { ...score.goalAchievement, score: null, status, reason } },
    });
  };

  test("makes the report incomplete if it should have one", () => {
    const report = reportOf([passed("one"), ungraded("unscored", "no judge answered")]);
    expect(say(report)).toBe("INCOMPLETE  1 of 2 passed, 1 could not be scored (no judge answered)");
  });

  test("is left out of the gate if its scenario has no rubric", () => {
    const report = reportOf([passed("one"), ungraded("not-applicable", "no rubric")]);
    expect(say(report)).toBe("PASS  1 of 2 results passed; 1 has no rubric");
    expect(say(reportOf([ungraded("not-applicable", "no rubric")]))).toBe(
      "MEASURED  1 result without a rubric, so nothing decides whether it passed",
    );
  });
});

test("a hook that failed fails the report", () => {
  expect(say(reportOf([passed("one")]), { hookFailure: "exit code 2" })).toBe("FAIL  afterAll failed: exit code 2");
});

test("options replace the stored gate", () => {
  const report = reportOf([passed("one", { trial: 1 }), passed("one", { trial: 2 }), failed("one", { trial: 3 })]);
  expect(decideVerdict(report).verdict).toBe("PASS");
  expect(decideVerdict(report, { minPassRate: "all" }).verdict).toBe("FAIL");
});
