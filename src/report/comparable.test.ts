import { expect, test } from "vitest";
import { sampleFailure } from "../store/sample-result.fixture.ts";
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

test("pairs that failed are in no baseline: compared with one they are gone, and in a report they failed", () => {
  const failed = buildRowReport(
    [...buildRowResults({ one: [90] }), sampleFailure("agent", { scenarioKey: "two" })],
    "now",
  );
  const later = baselineFrom(failed, { name: "later", now: "n" }).baseline;
  const then = saved({ one: [90], two: [70] }, "then");
  expect(compareReports(then, failed).entries.map(({ kind }) => kind)).toEqual(["unchanged", "failed"]);
  expect(compareReports(then, later).entries.map(({ kind }) => kind)).toEqual(["unchanged", "gone"]);
  expect(compareReports(then, later, { strict: true }).ok).toBe(false);
});

test("the names of both sides are told where they are baselines", () => {
  const names = { baselineName: "spring", currentName: "summer" };
  expect(compareReports(saved(before, "then"), saved(after, "now"), names)).toMatchObject({
    ...names,
    from: "then",
    reportId: "now",
  });
});

test("of a failed run no number counts, whoever is to blame", () => {
  for (const outcomeClass of ["agent", "infrastructure"] as const)
    expect(
      toComparable(buildRowReport([sampleFailure(outcomeClass, { scenarioKey: "x" })], "now")).pairs,
    ).toMatchObject([{ scenarioKey: "x", failed: true, failedByAgent: outcomeClass === "agent", axisScore: null }]);
});
