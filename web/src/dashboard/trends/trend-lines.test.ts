import { expect, test } from "vitest";
import type { TrendPoint } from "../api/answers.ts";
import { fitScale, findLongestWall, findMeasure, groupSeries, listBehind, listMeasureLines } from "./trend-lines.ts";

const bounds = { lower: 40, upper: 60 };
const behind = (name: string) => {
  const measure = listBehind("scorecard").find((each) => each.name === name);
  if (measure === undefined) throw new Error(`no chart is called ${name}`);
  return measure;
};
const none = {
  axis_result: null,
  goal: null,
  environment: null,
  service: null,
  agent_points: null,
  cost_micros: null,
  score: null,
  completion: null,
  error_rate: null,
  latency: null,
  resource_efficiency: null,
};

function point(parts: Partial<TrendPoint>): TrendPoint {
  return {
    at: "2026-03-02T00:00:00.000Z",
    run_id: null,
    report_id: null,
    agent: "a",
    scenario: null,
    runs: 1,
    scenarios: 1,
    axis_result: 88.5,
    goal: 91,
    environment: 80,
    service: null,
    agent_points: 70,
    cost_micros: 5_000,
    passed: 2,
    failed: 1,
    score: 50,
    completion: 100,
    error_rate: 90,
    latency: 80,
    resource_efficiency: 70,
    tier: "Silver",
    p50_wall_ms: 1_000,
    baseline_p50_ms: null,
    interval_scope: null,
    axis_interval_scope: null,
    intervals: none,
    ...parts,
  };
}

test("lines are those with most runs first, then by name, each in order of time", () => {
  const points = [
    point({ agent: "few", at: "2026-03-03T00:00:00.000Z" }),
    point({ agent: "b", runs: 5, at: "2026-03-03T00:00:00.000Z" }),
    point({ agent: "b", runs: 4, at: "2026-03-02T00:00:00.000Z" }),
    point({ agent: "a", runs: 9 }),
  ];
  const series = groupSeries(points, "agent");
  expect(series.map(({ key, runs, tone }) => [key, runs, tone])).toEqual([
    ["a", 9, 1],
    ["b", 9, 2],
    ["few", 1, 3],
  ]);
  expect(series[1]?.points.map(({ runs }) => runs)).toEqual([4, 5]);
  expect(groupSeries(points, "none").map(({ key, name, runs }) => [key, name, runs])).toEqual([[null, "all runs", 19]]);
});

test("a name is shown without what could deceive, and stays what it was for links", () => {
  const [series] = groupSeries([point({ agent: "a\u202E\nb" })], "agent");
  expect(series).toMatchObject({ key: "a\u202E\nb", name: "a\\u{202e} b" });
});

test("AXIS Results and pass rates have no tier, and runs without them no point", () => {
  const points = [
    point({ runs: 4, intervals: { ...none, axis_result: bounds } }),
    point({ axis_result: null, passed: 0, failed: 0, at: "2026-03-03T00:00:00.000Z" }),
  ];
  const series = groupSeries(points, "agent");
  const shared = { at: Date.parse("2026-03-02T00:00:00Z"), tier: null, runId: null, reportId: null };
  expect(listMeasureLines(series, findMeasure("axis"))[0]?.points).toEqual([
    { ...shared, value: 88.5, bounds, runs: 4 },
  ]);
  expect(listMeasureLines(series, findMeasure("pass-rate"))[0]?.points).toEqual([
    { ...shared, value: 200 / 3, bounds: null, runs: 3 },
  ]);
});

test("a point has the tier of its scorecard, and an axis has none", () => {
  const series = groupSeries([point({ intervals: { ...none, score: bounds } })], "agent");
  const at = Date.parse("2026-03-02T00:00:00Z");
  const shared = { at, runs: 1, runId: null, reportId: null };
  expect(listMeasureLines(series, findMeasure("scorecard"))[0]?.points).toEqual([
    { ...shared, value: 50, bounds, tier: "Silver" },
  ]);
  expect(listMeasureLines(series, behind("latency"))[0]?.points).toEqual([
    { ...shared, value: 80, bounds: null, tier: null },
  ]);
});

test("an unknown wall time is no point, and no p50 no line beside it", () => {
  const known = point({ run_id: "run_1", p50_wall_ms: 4_000, baseline_p50_ms: 9_000 });
  const lines = listMeasureLines(groupSeries([known, point({ p50_wall_ms: null })], "none"), findMeasure("time"));
  expect(lines[0]?.points.map(({ value, runId }) => [value, runId])).toEqual([[4_000, "run_1"]]);
  expect(lines[0]?.reference.map(({ value }) => value)).toEqual([9_000]);
  expect(findLongestWall(lines)).toBe(9_000);
  expect(findLongestWall([])).toBe(1);
});

test("an axis is cut to its values and intervals, and a scale with tiers is not", () => {
  const measure = findMeasure("axis");
  const series = groupSeries(
    [point({ axis_result: 91, intervals: { ...none, axis_result: { lower: 88, upper: 94 } } })],
    "agent",
  );
  const lines = listMeasureLines(series, measure);
  expect(fitScale(measure, lines, true)).toMatchObject({ least: 88, most: 94 });
  expect(fitScale(findMeasure("scorecard"), lines, true).least).toBeUndefined();
});
