import { describe, expect, test } from "vitest";
import { splitBounded, type ChartLine, type LinePoint, listMoments, findNearestMoment } from "./chart-line.ts";
import { listReadings } from "./reading.ts";
import { makeDurationScale, pointsScale, scoreScale } from "./value-scale.ts";

const point = (at: number, parts: Partial<LinePoint> = {}): LinePoint => ({
  at,
  value: 50,
  bounds: null,
  runs: 2,
  tier: null,
  runId: null,
  ...parts,
});
const line = (name: string, points: LinePoint[]): ChartLine => ({ name, tone: 1, points, reference: [] });
const bounds = { lower: 40.1, upper: 60 };

describe("what a chart says about a moment", () => {
  const lines = [
    line("a", [point(1, { bounds, tier: "Silver" }), point(2)]),
    line("b", [point(2, { value: 12.5, runs: 1 })]),
  ];

  test("every line that has a point there, with all that is known of it", () => {
    expect(listReadings(lines, 1, scoreScale).map(({ text }) => text)).toEqual(["50.0 Silver (40.1 to 60.0), 2 runs"]);
    expect(listReadings(lines, 2, pointsScale).map(({ text }) => text)).toEqual(["50.0, 2 runs", "12.5, 1 run"]);
    expect(listReadings(lines, null, pointsScale)).toEqual([]);
  });

  test("the number of a run is whole, a mean has its decimal also where that is a zero", () => {
    const means = [84, 57.3, 100].map((value) => point(1, { value }));
    expect(listReadings([line("a", means)], 1, scoreScale)[0]?.brief).toBe("57.3 to 100.0");
    expect(listReadings([line("a", [point(1, { value: 84, runId: "run" })])], 1, scoreScale)[0]?.brief).toBe("84");
    expect(listReadings([line("a", [point(1, { value: 90_000 })])], 1, makeDurationScale(90_000))[0]?.brief).toBe(
      "1m30s",
    );
  });

  test("of many runs at one moment the first three, and how many more; briefly, from lowest to highest", () => {
    const runs = [40, 10, 20, 30, 50].map((value) => point(1, { value, runId: "run" }));
    expect(listReadings([line("a", runs)], 1, pointsScale)[0]).toMatchObject({
      text: "40; 10; 20 and 2 more",
      brief: "10 to 50",
    });
  });
});

test("moments of all lines come in order, each once, and the nearest is found", () => {
  const moments = listMoments([line("a", [point(30), point(10)]), line("b", [point(10), point(20)])]);
  expect(moments).toEqual([10, 20, 30]);
  expect([findNearestMoment(moments, -5), findNearestMoment(moments, 16), findNearestMoment(moments, 99)]).toEqual([
    10, 20, 30,
  ]);
  expect(findNearestMoment([], 1)).toBeNull();
});

test("an interval breaks off where a point has none", () => {
  const points = [point(1, { bounds }), point(2, { bounds }), point(3), point(4, { bounds })];
  expect(splitBounded(points).map((stretch) => stretch.map(({ at }) => at))).toEqual([[1, 2], [4]]);
});

test.each([
  [1, 100, 2],
  [900, 1_000, 3],
  [61_000, 90_000, 4],
  [7_200_000, 7_200_000, 5],
  [40 * 86_400_000, 40 * 86_400_000, 5],
])("a scale for %d ms reaches to %d with %d marks", (longest, most, marks) => {
  const scale = makeDurationScale(longest);
  expect([scale.most, scale.ticks.length]).toEqual([most, marks]);
});

test("tiers cover the scale without gaps", () => {
  const bands = (scoreScale.tiers ?? []).toSorted((one, other) => one.from - other.from);
  expect(bands.map(({ tier, from, to }) => [tier, from, to])).toEqual([
    ["Bronze", 0, 40],
    ["Silver", 40, 70],
    ["Gold", 70, 90],
    ["Elite", 90, 100],
  ]);
});
