import { describe, expect, test } from "vitest";
import type { CellResult } from "../core/report/pair-result.ts";
import type { Report } from "../core/report.ts";
import { plainPaint } from "./text/format.ts";
import { renderTrends } from "./text/render-trend.ts";
import { buildRowReport, buildRowResults, type Rows } from "./verdicts/rows.fixture.ts";
import { listTrends } from "./trend.ts";

interface Day {
  readonly rows: Rows;
  readonly overrides?: Partial<CellResult>;
}

/** Reports one day apart, oldest first. */
function history(days: readonly Day[]): Report[] {
  return days.map(({ rows, overrides }, index) => {
    const date = `2026-01-${String(index + 1).padStart(2, "0")}`;
    return {
      ...buildRowReport(buildRowResults(rows, overrides), `${date}-090000`),
      timestamp: `${date}T09:00:00.000Z`,
    };
  });
}

const steady: Day[] = [80, 81, 79, 80, 82, 80].map((score) => ({ rows: { login: [score] } }));

describe("trends over past reports", () => {
  test("one line per agent holds the mean of its scenarios, oldest first, whatever order the reports come in", () => {
    const [trend] = listTrends(
      history([{ rows: { login: [80], pay: [60] } }, { rows: { login: [90], pay: [70] } }]).toReversed(),
      null,
    );
    expect(trend).toMatchObject({ agentName: "a", scenarioKey: null, drifts: [] });
    expect(trend?.points.map(({ axisScore }) => axisScore)).toEqual([70, 80]);
  });

  test("with a key there is one line per pair, with the interval of its trials", () => {
    const [trend, ...rest] = listTrends(history([{ rows: { login: [70, 80, 90], pay: [10] } }]), ["login"]);
    expect(rest).toEqual([]);
    const [point] = trend?.points ?? [];
    expect(point?.axisScore).toBe(80);
    expect(point?.lower).toBeCloseTo(80 - 4.302652729749464 * (10 / Math.sqrt(3)), 6);
    expect(trend?.scenarioKey).toBe("login");
  });

  test("a result far from the median of those before is out of line; one like them is not", () => {
    const drifts = (last: number) => listTrends(history([...steady, { rows: { login: [last] } }]), null)[0]?.drifts;
    expect(drifts(40)).toEqual([{ reading: "axisScore", value: 40, median: expect.closeTo(80, 9), history: 6 }]);
    expect(drifts(78)).toEqual([]);
    expect(drifts(0)).toEqual([{ reading: "axisScore", value: 0, median: expect.closeTo(80, 9), history: 6 }]);
  });

  test("four reports are no history to be out of line with", () => {
    expect(listTrends(history([...steady.slice(0, 4), { rows: { login: [10] } }]), null)[0]?.drifts).toEqual([]);
  });

  test("reports of another task are shown and not counted", () => {
    const other = steady.map(({ rows }) => ({ rows, overrides: { prompt: "another task" } }));
    const [trend] = listTrends(history([...other, { rows: { login: [10] } }]), null);
    expect(trend?.drifts).toEqual([]);
    expect(trend?.points.map(({ comparable }) => comparable)).toEqual([...steady.map(() => false), true]);
  });

  test("a run that takes three times as long is out of line in its duration alone", () => {
    const slow = { rows: { login: [80] }, overrides: { durationMs: 6000 } };
    const usual = steady.map(({ rows }) => ({ rows, overrides: { durationMs: 2000 } }));
    expect(listTrends(history([...usual, slow]), null)[0]?.drifts).toEqual([
      { reading: "durationMs", value: 6000, median: expect.closeTo(2000, 6), history: 6 },
    ]);
  });

  test("a report without a number is a gap, not a zero", () => {
    const [trend] = listTrends(history([80, null, 82].map((score) => ({ rows: { login: [score] } }))), null);
    expect(trend?.points.map(({ axisScore }) => axisScore)).toEqual([80, null, 82]);
    expect(renderTrends(trend === undefined ? [] : [trend], plainPaint)[0]).toContain("▇·▇");
  });

  test("the text has the line, the newest number and the sentence about what is out of line", () => {
    const lines = renderTrends(listTrends(history([...steady, { rows: { login: [0] } }]), null), plainPaint);
    expect(lines).toEqual([
      "a  ▇▇▇▇▇▇▁  0 in 2026-01-07-090000, 7 reports",
      "  out of line  AXIS Result 0.0; the median of the previous 6 reports is 80.0",
    ]);
  });
});
