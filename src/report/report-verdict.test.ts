import { expect, test } from "vitest";
import { sampleFailure, sampleResult } from "../store/sample-result.fixture.ts";
import { buildReport } from "./build.ts";
import { decideVerdict } from "./report-verdict.ts";
import { buildRowReport } from "./verdicts/rows.fixture.ts";

const ran = sampleResult({ scenarioKey: "one" });

test("runs that did not take place are a reason, whatever the state of the report", () => {
  const stopped = ["two", "three"].map((scenarioKey) => ({
    ...sampleFailure("infrastructure", { scenarioKey }),
    outcomeClass: "notRun" as const,
  }));
  const report = buildRowReport([ran, ...stopped], "r");
  expect(decideVerdict(report)).toEqual({ ok: false, reasons: ["2 runs did not run"] });
  expect(decideVerdict({ ...report, state: "aborted" }).reasons).toEqual(["the run was stopped: 2 runs did not run"]);
  const classes = { ...report.summary.classes, notRun: 0 };
  expect(decideVerdict({ ...report, summary: { ...report.summary, classes } }).reasons).toEqual(["2 runs did not run"]);
});

test("a stop while runs were judged says nothing of runs that did not take place", () => {
  expect(decideVerdict({ ...buildRowReport([ran], "r"), state: "aborted" }).reasons).toEqual(["the run was stopped"]);
});

test("cells that are counted but have no result are a reason too", () => {
  const cells = ["one", "two"].map((scenario) => ({ scenario, agent: "a", trial: 1 }));
  const parts = { reportId: "r", timestamp: "2026-01-01T00:00:00.000Z", durationMs: 1, skipped: 0 };
  const report = buildReport({ ...parts, state: "complete", cells, results: [ran] });
  expect(decideVerdict(report).reasons).toEqual(["1 run did not run"]);
});

test("failures of each class are gated apart: those that are allowed are no reason, one more makes all of them one", () => {
  const down = ["two", "three"].map((scenarioKey) => sampleFailure("infrastructure", { scenarioKey }));
  const failed = sampleFailure("agent", { scenarioKey: "four" });
  const allowed = { infrastructure: 2 };
  expect(decideVerdict(buildRowReport([ran, ...down], "r"), { allowed }).ok).toBe(true);
  expect(decideVerdict(buildRowReport([ran, ...down], "r"), { allowed, failUnder: 50 }).ok).toBe(true);
  expect(decideVerdict(buildRowReport([ran, ...down, failed], "r"), { allowed }).reasons).toEqual([
    "1 of 4 pairs failed (1 by the agent)",
  ]);
  expect(decideVerdict(buildRowReport([ran, ...down], "r"), { allowed: { infrastructure: 1 } }).reasons).toEqual([
    "2 of 3 pairs failed (2 by the infrastructure)",
  ]);
  expect(decideVerdict(buildRowReport([ran, ...down], "r"), { allowed: { agent: 5, judge: 5 } }).ok).toBe(false);
});

test("a judge and a check that failed are two reasons", () => {
  const byJudge = { ...sampleResult({ scenarioKey: "two", axisScore: null }), outcomeClass: "judge" as const };
  const byCheck = { ...sampleResult({ scenarioKey: "three", axisScore: null }), outcomeClass: "check" as const };
  const report = buildRowReport([ran, byJudge, { ...byJudge, scenarioKey: "four" }, byCheck], "r");
  expect(decideVerdict(report).reasons).toEqual([
    "1 pair could not be scored, because a check could not run (the judge gave no answer)",
    "2 pairs could not be scored (the judge gave no answer)",
  ]);
  expect(decideVerdict(report, { allowed: { judge: 2, check: 1 } }).ok).toBe(true);
});
