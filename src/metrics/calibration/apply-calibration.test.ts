import { describe, expect, test } from "vitest";
import type { Calibration } from "../../core/report/calibration.ts";
import type { Report } from "../../core/report.ts";
import { baselineFrom } from "../../report/baseline.ts";
import { compareReports } from "../../report/compare.ts";
import { renderCalibration } from "../../report/text/render-calibration.ts";
import { buildRowReport, buildRowResults, type Rows } from "../../report/verdicts/rows.fixture.ts";
import { scoringDocument } from "../../judging/scoring/scoring-document.ts";
import { defaultWeights } from "../../core/score/weights.ts";
import { sampleScore } from "../../store/sample-result.fixture.ts";
import { measureAgreement } from "./agreement.ts";
import { identifyJudge } from "./judge-identity.ts";
import { applyCalibration } from "./apply-calibration.ts";

const rows: Rows = { one: [90, 90, 90, 20], two: [90, 90, 20, 20] };

function judgedReport(given: Rows, judge = "openai/gpt", id = "now"): Report {
  const used = { kind: "model" as const, name: judge, attempts: 1 };
  const results = buildRowResults(given).map((result) => {
    const score = sampleScore(result.score?.axisScore ?? null);
    return { ...result, score: { ...score, judging: { ...score.judging, goal: used } } };
  });
  return { ...buildRowReport(results, id), scoring: scoringDocument(defaultWeights) };
}

const blank = { query: null, output: null, expected: null, reason: null, notes: null };
const times = (count: number, human: number, judge: number) =>
  Array.from({ length: count }, (_, index) => ({ ...blank, id: `${human}${judge}${index}`, human, judge }));
/** Sensitivity 0.9, specificity 0.8. */
const agreement = measureAgreement([...times(45, 1, 1), ...times(5, 1, 0), ...times(40, 0, 0), ...times(10, 0, 1)]);

function calibrationOf(report: Report, promptHash = "p"): Calibration {
  const identity = identifyJudge(report, promptHash);
  if (identity === null) throw new Error("nobody judged");
  return { version: "1", timestamp: "t", identity, agreement };
}

const report = judgedReport(rows);
const calibration = calibrationOf(report);

test("the rate that people would have given stands beside the judge's own, with its interval", () => {
  const [statistics] = applyCalibration(report, calibration, "p").statistics ?? [];
  expect(statistics?.correctedPassRate?.raw).toBe(5 / 8);
  // (0.625 + 0.8 - 1) / (0.9 + 0.8 - 1)
  expect(statistics?.correctedPassRate?.estimate).toBeCloseTo(0.425 / 0.7, 12);
  expect(statistics?.correctedPassRate?.lower).toBeLessThan(0.425 / 0.7);
  expect(renderCalibration(applyCalibration(report, calibration, "p"))[0]).toContain(
    "a: pass rate 63 % by the judge, 61 % corrected for judge errors (95 %:",
  );
});

describe("a calibration no longer applies", () => {
  test.each<[string, Report, string, RegExp]>([
    ["with another judge", judgedReport(rows, "openai/other"), "p", /the calibration was made for openai\/gpt/],
    ["with another prompt", report, "q", /the judge's prompts have changed/],
    [
      "with another rubric",
      { ...report, results: report.results.map((result) => ({ ...result, judge: "It is done well" })) },
      "p",
      /a rubric is new or has changed/,
    ],
  ])("%s, and the report says so", (_, changed, promptHash, why) => {
    const made = applyCalibration(changed, calibration, promptHash);
    expect(made.calibration).toMatchObject({ applies: false, why: expect.stringMatching(why) });
    expect(made.statistics?.[0]?.correctedPassRate).toBeUndefined();
    expect(renderCalibration(made)[0]).toMatch(/^Judge not calibrated: /);
  });
});

test("fewer scenarios of the same rubrics are still covered, and verified checks are nobody's judgement", () => {
  const fewer = judgedReport({ one: [90, 20] });
  expect(applyCalibration(fewer, calibration, "p").calibration?.applies).toBe(true);
  const verified = { check: "It is done", weight: 1, verify: { contains: "x" } };
  const mixed = { ...report, results: report.results.map((result) => ({ ...result, judge: [verified] })) };
  expect(identifyJudge(mixed, "p")?.rubricHashes).toEqual([]);
});

test("without a calibration, or where nobody judged, the report is as it was", () => {
  expect(applyCalibration(report, undefined, "p")).toBe(report);
  const unjudged = { ...buildRowReport(buildRowResults(rows), "now"), scoring: scoringDocument(defaultWeights) };
  expect(applyCalibration(unjudged, calibration, "p")).toBe(unjudged);
});

test("a judge who says too little corrects nothing", () => {
  const guessing = {
    ...calibration,
    agreement: measureAgreement([...times(25, 1, 1), ...times(25, 1, 0), ...times(25, 0, 1), ...times(25, 0, 0)]),
  };
  const made = applyCalibration(report, guessing, "p");
  expect(made.statistics?.[0]?.correctedPassRate).toBeNull();
  expect(renderCalibration(made)[0]).toContain("agrees too little with people");
});

test("a comparison is decided by the corrected rates where the settings ask for it", () => {
  const scenarios = Array.from({ length: 10 }, (_, index) => `s${index}`);
  const rowsOf = (trials: number[]): Rows => Object.fromEntries(scenarios.map((key) => [key, trials]));
  const { baseline } = baselineFrom(judgedReport(rowsOf([90, 90, 90, 90]), "openai/gpt", "then"), {
    name: "main",
    now: "n",
  });
  const after = applyCalibration(judgedReport(rowsOf([90, 90, 90, 20])), calibration, "p");
  const compared = (corrected: boolean) =>
    compareReports(baseline, after, { verdict: { metric: "pass", corrected } }).verdicts[0];
  const [raw, people] = [compared(false), compared(true)];
  expect(raw?.estimate).toBeCloseTo(-25, 9);
  expect(people?.estimate).toBeCloseTo(-25 / 0.7, 9);
  expect([raw?.corrected, people?.corrected]).toEqual([undefined, true]);
  expect(people?.p).toBe(raw?.p);
  const uncalibrated = { ...after, calibration: { judge: "x", applies: false } };
  const fallback = compareReports(baseline, uncalibrated, { verdict: { metric: "pass", corrected: true } }).verdicts[0];
  expect([fallback?.estimate, fallback?.corrected]).toEqual([raw?.estimate, undefined]);
});
