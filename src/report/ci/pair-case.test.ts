import { expect, test } from "vitest";
import { baselineFrom } from "../baseline.ts";
import { compareReports } from "../compare.ts";
import { decideVerdict } from "../report-verdict.ts";
import { buildRowReport, buildRowResults, type Rows } from "../verdicts/rows.fixture.ts";
import { listPairCases } from "./pair-case.ts";

function casesOf(before: Rows, after: Rows) {
  const { baseline } = baselineFrom(buildRowReport(buildRowResults(before), "before"), { name: "main", now: "n" });
  const report = buildRowReport(buildRowResults(after), "after");
  const comparison = compareReports(baseline, report);
  const verdict = decideVerdict(report, { comparison });
  const cases = listPairCases({ ...report, comparison }, {});
  return { ok: verdict.ok, statuses: cases.map(({ status }) => status) };
}

test("with one trial each, a result that fell is a failure, as the gate says", () => {
  expect(casesOf({ one: [90], two: [80] }, { one: [80], two: [80] })).toEqual({
    ok: false,
    statuses: ["failure", "passed"],
  });
});

test("what passed in the baseline and is gone is a failure; what failed there is only skipped", () => {
  expect(casesOf({ one: [90], two: [90] }, { two: [90] })).toEqual({ ok: false, statuses: ["passed", "failure"] });
  expect(casesOf({ one: [60], two: [90] }, { two: [90] })).toEqual({ ok: true, statuses: ["passed", "skipped"] });
});

test("a failure that is in the baseline, too, is skipped", () => {
  expect(casesOf({ one: [60] }, { one: [60] })).toEqual({ ok: true, statuses: ["skipped"] });
});

test("where trials were tested and the verdict is good, a result that wobbled is not a failure", () => {
  const steady = { two: [80, 81, 79], three: [70, 71, 69], four: [60, 61, 59] };
  const { ok, statuses } = casesOf({ one: [90, 86, 88], ...steady }, { one: [86, 85, 89], ...steady });
  expect(ok).toBe(true);
  expect(statuses).not.toContain("failure");
});
