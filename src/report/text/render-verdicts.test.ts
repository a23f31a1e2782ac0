/** Holds what people read of a comparison: the line, the causes, the command. */
import { expect, test } from "vitest";
import { baselineFrom } from "../baseline.ts";
import { compareReports } from "../compare.ts";
import { plainPaint } from "./format.ts";
import { formatChange, formatP } from "./format-verdict.ts";
import { renderVerdicts } from "./render-verdicts.ts";
import { compareRows, buildRowReport, buildRowResults, type Rows } from "../verdicts/rows.fixture.ts";

const dropBefore = { login: [91, 88, 93], refund: [84, 80, 86], search: [72, 75, 70], upload: [66, 60, 63] };
const dropAfter = { login: [90, 92, 89], refund: [52, 61, 55], search: [71, 69, 74], upload: [58, 64, 60] };

test("a drop: the line, its causes, and where to look", () => {
  const comparison = compareRows(dropBefore, dropAfter, {
    baselineName: "main",
    ids: ["2026-01-10-091500", "2026-01-12-091500"],
  });
  const names = { baseline: "baseline:main", candidate: "latest" };
  expect(renderVerdicts(comparison, plainPaint, { names })).toEqual([
    "REGRESSED  a  77.3 → 69.6  −7.8 points (95 %: −10.4 to −5.1, p = 0.017) on these 4 scenarios × 3 trials, margin 3",
    "  1  refund   83.3 → 56.0   −6.8 of the −7.8 points; not proven on its own (adjusted p = 0.40)",
    "  2  upload   63.0 → 60.7   −0.6",
    "next  axis compare baseline:main latest -s refund",
  ]);
});

const openBefore: Rows = {
  export: [77, 85, 85],
  login: [83, 73, 78],
  refund: [73, 66, 74],
  report: [71, 73, 70],
  search: [62, 72, 60],
  upload: [68, 72, 78],
};
const openAfter: Rows = {
  export: [78, 83, 80],
  login: [81, 69, 71],
  refund: [73, 67, 65],
  report: [75, 67, 78],
  search: [62, 59, 68],
  upload: [75, 72, 68],
};
const openIds = ["2026-01-12-091500", "2026-01-13-080000"] as const;

test("too little data: what could be seen, what is needed, and how to get it", () => {
  const comparison = compareRows(openBefore, openAfter, { ids: openIds });
  const names = { baseline: "2026-01-12-091500", candidate: "latest" };
  expect(renderVerdicts(comparison, plainPaint, { names })).toEqual([
    "NOT ENOUGH DATA  a  73.3 → 71.7  −1.6 points (95 %: −4.9 to +1.7, p = 0.29) on these 6 scenarios × 3 trials, margin 3",
    "  1  smallest drop this run could detect: 4.4 points",
    "  2  a 3-point answer needs about 7 trials per scenario on both sides: 4 more",
    "next  axis run --resume 2026-01-12-091500 --trials 7 && axis run --resume latest --trials 7",
  ]);
});

test("trials added behind a baseline are saved into it, and the project is found again", () => {
  const comparison = compareRows(openBefore, openAfter, { ids: openIds, baselineName: "main" });
  const lines = renderVerdicts(comparison, plainPaint, { configFlag: " -c x.json" });
  expect(lines.at(-1)).toBe(
    "next  axis run --resume 2026-01-12-091500 --trials 7 -c x.json && axis baseline set main --from 2026-01-12-091500 -c x.json && axis run --resume 2026-01-13-080000 --trials 7 -c x.json",
  );
  expect(renderVerdicts(comparison, plainPaint, { rescored: true }).at(-1)).toBe("next  axis run --trials 7");
});

test("a side that has the trials already is not run again", () => {
  const baselineFirst = compareRows({ one: [95, 94, 95] }, { one: [95] }, { baselineName: "main" });
  expect(renderVerdicts(baselineFirst, plainPaint).at(-1)).toBe("next  axis run --resume now --trials 3");
});

test("a report that is compared with itself is gone on with once", () => {
  const itself = { ...compareRows({ one: [95] }, { one: [95] }), from: "now" };
  expect(renderVerdicts(itself, plainPaint).at(-1)).toBe("next  axis run --resume now --trials 3");
});

test("one trial each is labelled, and worth little", () => {
  expect(renderVerdicts(compareRows({ one: [95], two: [80] }, { one: [91], two: [80] }), plainPaint)).toEqual([
    "REGRESSED  a  87.5 → 85.5  −2.0 points on 2 scenarios, one trial each, tolerance 1",
    "  1  one   95.0 → 91.0   −2.0 of the −2.0 points",
    "  2  a single trial proves little: a pass means a pass rate of at least 21 %, and a change may be chance",
    "next  axis run --resume then --trials 3 && axis run --resume now --trials 3",
  ]);
});

test("where the tolerance decides over several trials, the line has their means, which it looked at", () => {
  const [line] = renderVerdicts(compareRows({ one: [92, 98, 98] }, { one: [98] }), plainPaint);
  expect(line).toBe("IMPROVED  a  96.0 → 98.0  +2.0 points on 1 scenario, too few trials, tolerance 1");
});

test("where trials would not do, scenarios are asked for", () => {
  const before: Rows = { one: [32, 98, 98], two: [98, 32, 98] };
  const after: Rows = { one: [32, 32, 98], two: [98, 98, 32] };
  expect(renderVerdicts(compareRows(before, after), plainPaint)[2]).toMatch(
    /^ {2}2 {2}a 3-point answer needs about \d+ scenarios; even 50 trials of each are not enough$/,
  );
});

test("no change and an improvement have the same shape", () => {
  const steady: Rows = { one: [80, 81, 80, 82], two: [70, 70, 71, 72] };
  expect(renderVerdicts(compareRows(steady, steady), plainPaint)).toEqual([
    "NO CHANGE  a  75.8 → 75.8  0.0 points (95 %: −1.0 to +1.0, p = 1) on these 2 scenarios × 4 trials, margin 3",
    "next  axis reports now",
  ]);
  const better: Rows = { one: [90, 91, 90, 92], two: [70, 71, 70, 72] };
  const lines = renderVerdicts(compareRows(steady, better, { baselineName: "main" }), plainPaint);
  expect(lines[0]).toMatch(/^IMPROVED {2}a {2}75\.8 → 80\.8 {2}\+5\.0 points/);
  expect(lines[1]).toMatch(/^ {2}1 {2}one {3}80\.8 → 90\.8 {3}\+5\.0 of the \+5\.0 points/);
  expect(lines.at(-1)).toBe("next  axis baseline set main --from now");
});

test("a drop that is real and small passes, and is said", () => {
  const before: Rows = { one: [80, 80, 81, 80], two: [70, 70, 70, 71] };
  const after: Rows = { one: [79, 79, 78, 79], two: [69, 69, 69, 68] };
  const lines = renderVerdicts(compareRows(before, after), plainPaint);
  expect(lines.slice(0, 2)).toEqual([
    expect.stringMatching(/^NO CHANGE .* −1\.5 points/),
    "  1  there is a drop, but it is smaller than the margin",
  ]);
});

test("missing runs are said, and what they could make of the verdict", () => {
  const before: Rows = { one: [80, 81, 80, 81], two: [70, 70, 71, 71] };
  const after: Rows = { one: [80, 81, 80, 81], two: [70, null, 71, 71] };
  const [line] = renderVerdicts(compareRows(before, after), plainPaint);
  expect(line).toMatch(/^NO CHANGE .*margin 3; 1 run has no number, and at its worst it is NOT ENOUGH DATA$/);
  expect(renderVerdicts(compareRows({ one: [80] }, { one: [null] }), plainPaint)[0]).toBe(
    "NOT ENOUGH DATA  a  no scenario has a number on both sides",
  );
});

test("several agents have a line each, by name, and one next command for the worst", () => {
  const both = (rows: Rows, other: Rows) => [
    ...buildRowResults(rows),
    ...buildRowResults(other, { agentName: "b\u001b[2J" }),
  ];
  const { baseline } = baselineFrom(buildRowReport(both(dropBefore, dropBefore), "then"), { name: "main", now: "n" });
  const comparison = compareReports(baseline, buildRowReport(both(dropBefore, dropAfter), "now"));
  const lines = renderVerdicts(comparison, plainPaint);
  expect(lines.filter((line) => /^[A-Z]/.test(line))).toEqual([
    expect.stringMatching(/^NO CHANGE {2}a {9}77\.3 → 77\.3 {2}0\.0 points .*adjusted p = 1\)/),
    expect.stringMatching(/^REGRESSED {2}b\\x1b\[2J {2}77\.3 → 69\.6 .*adjusted p = 0\.0/),
  ]);
  expect(lines.at(-1)).toBe(String.raw`next  axis compare then now -s refund -a 'b\x1b[2J'`);
});

test.each([
  [-7.75, "−7.8"],
  [-7.7499, "−7.7"],
  [0.04, "0.0"],
  [-0.04, "0.0"],
  [1.25, "+1.3"],
])("a change of %f is written %s", (value, text) => {
  expect(formatChange(value)).toBe(text);
});

test.each([
  [0, "p < 0.001"],
  [0.0009, "p < 0.001"],
  [0.01659834017, "p = 0.017"],
  [0.4, "p = 0.40"],
  [1, "p = 1"],
])("a chance of %f is written %s", (value, text) => {
  expect(formatP(value)).toBe(text);
});
