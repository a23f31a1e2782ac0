import { expect, test } from "vitest";
import { sampleFailure, sampleResult } from "../store/sample-result.fixture.ts";
import { baselineFrom } from "./baseline.ts";
import { compareReports } from "./compare.ts";
import { toComparable } from "./comparable.ts";
import { buildRowReport, buildRowResults, type Rows } from "./verdicts/rows.fixture.ts";

const before: Rows = { one: [90, 92, 91], two: [70, 75, 72], gone: [50, 50, 50] };
const after: Rows = { one: [80, 81, 79], two: [74, 70, 73], added: [60, 61, 62] };

const saved = (rows: Rows, reportId: string) =>
  baselineFrom(buildRowReport(buildRowResults(rows), reportId), { name: reportId, now: "n" }).baseline;

test("a baseline is compared as the report it was saved from, trials and verdicts included", () => {
  const [then, now] = [saved(before, "then"), saved(after, "now")];
  const report = buildRowReport(buildRowResults(after), "now");
  const compared = compareReports(then, now);
  expect(compared).toEqual(compareReports(then, report));
  expect(compared.summary).toMatchObject({ regressed: 1, unchanged: 1, new: 1, gone: 1 });
  expect(compared.verdicts[0]?.trials.current).toEqual({ least: 3, most: 3 });
});

test("a result that failed has the same verdict in a report and in the baseline that is saved from it", () => {
  const failed = buildRowReport(
    [...buildRowResults({ one: [90] }), sampleFailure("agent", { scenarioKey: "two" })],
    "now",
  );
  const later = baselineFrom(failed, { name: "later", now: "n" }).baseline;
  const then = saved({ one: [90], two: [80] }, "then");
  const words = (current: Parameters<typeof compareReports>[1]) =>
    compareReports(then, current).entries.map(({ verdict }) => verdict);
  expect(words(failed)).toEqual(["NO CHANGE", "REGRESSED"]);
  expect(words(later)).toEqual(["NO CHANGE", "REGRESSED"]);
});

test("a result that has a status and no number in a baseline is not gone", () => {
  const { baseline } = baselineFrom(buildRowReport(buildRowResults({ one: [90] }), "then"), { name: "m", now: "n" });
  const silent = { ...baseline, results: {} };
  expect(compareReports(silent, silent).entries).toMatchObject([
    { scenarioKey: "one", kind: "new", verdict: "NOT ENOUGH DATA", passedBefore: true, passedNow: true },
  ]);
  expect(compareReports(silent, buildRowReport([], "now")).entries).toMatchObject([
    { scenarioKey: "one", kind: "gone", verdict: null, passedBefore: true },
  ]);
});

test("the names of both sides are told where they are baselines", () => {
  const names = { baselineName: "spring", currentName: "summer" };
  expect(compareReports(saved(before, "then"), saved(after, "now"), names)).toMatchObject({
    ...names,
    from: "then",
    reportId: "now",
  });
});

test("the number of a result is the mean of its counted trials: an error has none", () => {
  const pairOf = (...results: Parameters<typeof buildRowReport>[0]) =>
    toComparable(buildRowReport(results, "now")).pairs[0];
  const error = sampleFailure("infrastructure", { trial: 2 });
  expect(pairOf(sampleFailure("agent"))).toMatchObject({ failed: true, passed: false, axisScore: 10 });
  expect(pairOf(error)).toMatchObject({ failed: true, passed: null, axisScore: null });
  const [first, third] = [sampleResult({ axisScore: 90 }), sampleResult({ axisScore: 80, trial: 3 })];
  expect(pairOf(first, error, third)).toMatchObject({ passed: true, axisScore: 85, dimensions: { service: 85 } });
});
