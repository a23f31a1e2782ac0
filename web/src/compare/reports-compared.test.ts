import { expect, test } from "vitest";
import { baselineFrom } from "../../../src/report/baseline.ts";
import { compareReports } from "../../../src/report/compare.ts";
import { buildRowReport, buildRowResults } from "../../../src/report/verdicts/rows.fixture.ts";
import { averageSide } from "./reports-compared.tsx";

const before = buildRowReport(buildRowResults({ one: [90], two: [71], gone: [40] }), "then");
const after = buildRowReport(buildRowResults({ one: [80], two: [71], added: [10] }), "now");
const { baseline } = baselineFrom(before, { name: "main", now: "n" });

test("a baseline has the average it would have as a report", () => {
  const comparison = compareReports(baseline, after);
  expect(averageSide({ report: null }, comparison, "baseline")).toBe(67);
  expect(before.summary.averageAxisScore).toBe(67);
  expect(averageSide({ report: after }, comparison, "current")).toBe(after.summary.averageAxisScore);
});

test("where the comparison is narrowed, both sides are the average of the same pairs", () => {
  const isOne = ({ scenarioKey }: { scenarioKey: string }) => scenarioKey === "one";
  const comparison = compareReports(baseline, after, { allows: isOne });
  const narrowed = { ...after, results: after.results.filter(isOne) };
  expect(averageSide({ report: null }, comparison, "baseline")).toBe(90);
  expect(averageSide({ report: narrowed }, comparison, "current")).toBe(80);
});

test("without a number there is none", () => {
  const empty = { ...after, results: [] };
  expect(averageSide({ report: empty }, { entries: [] }, "current")).toBeNull();
  expect(averageSide({ report: null }, { entries: [] }, "baseline")).toBeNull();
});
