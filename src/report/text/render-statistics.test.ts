/** Holds the line that says what an agent's trials are worth. */
import { expect, test } from "vitest";
import { plainPaint } from "./format.ts";
import { renderStatistics } from "./render-statistics.ts";
import { renderTable } from "./render-table.ts";
import { buildRowReport, buildRowResults } from "../verdicts/rows.fixture.ts";

test("several trials: mean and pass rate with their intervals, and the drop a second run would show", () => {
  const report = buildRowReport(buildRowResults({ one: [80, 90], two: [60, 70], three: [90, 90] }), "r");
  expect(renderStatistics(report)).toEqual([
    "a, 3 scenarios × 2 trials: mean 80.0 (95 %: 47.1 to 100.0 on scenarios like these); pass rate 67 % (4 % to 99 %); smallest drop this run could detect: 9.3 points",
  ]);
});

test("trials too far apart are not said to show a drop that no mean could take", () => {
  const [line] = renderStatistics(buildRowReport(buildRowResults({ one: [98, 0, 98], two: [0, 98, 98] }), "r"));
  expect(line).toMatch(/; this run could not detect any drop: the trials are too far apart$/);
});

test("one trial each has no such line, and one scenario no interval", () => {
  expect(renderStatistics(buildRowReport(buildRowResults({ one: [80], two: [60] }), "r"))).toEqual([]);
  expect(renderStatistics(buildRowReport(buildRowResults({ one: [80, 80] }), "r"))).toEqual([
    "a, 1 scenario × 2 trials: mean 80.0",
  ]);
});

test("the table says what the passes of a result prove", () => {
  const lines = renderTable(
    buildRowReport(buildRowResults({ one: [80, 90, 85], two: [60, 80, 90] }), "r"),
    plainPaint,
    120,
  );
  expect(lines).toContainEqual(expect.stringMatching(/; 3 of 3 passed, a pass rate of 44 to 100 %$/));
  expect(lines).toContainEqual(expect.stringMatching(/; 2 of 3 passed, a pass rate of 21 to 94 %$/));
});

test("many passes are not shown as always, nor many fails as never", () => {
  const many = (axisScore: number) => Array.from({ length: 1000 }, () => axisScore);
  const lines = renderTable(buildRowReport(buildRowResults({ one: many(90), two: many(10) }), "r"), plainPaint, 120);
  expect(lines).toContainEqual(expect.stringMatching(/; 1000 of 1000 passed, a pass rate of 99 to 100 %$/));
  expect(lines).toContainEqual(expect.stringMatching(/; 0 of 1000 passed, a pass rate of 0 to 1 %$/));
});
