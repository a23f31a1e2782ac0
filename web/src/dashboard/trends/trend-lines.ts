/** The lines of the charts, from the server's points. */
import type { CardAxis } from "../../../../src/core/run/run-scorecard.ts";
import { axisNames } from "../../scorecard/card-words.ts";
import { safeLine } from "../../text/safe.ts";
import type { TrendPoint } from "../api/answers.ts";
import type { ChartLine } from "../../charts/chart-line.ts";
import { pointsScale, rateScale, resultScale, scoreScale, type ValueScale } from "../../charts/value-scale.ts";
import type { TrendChoice } from "./trend-choice.ts";

export type Measure = "axis_result" | "pass_rate" | "score" | CardAxis;

interface MeasureChart {
  readonly name: Measure;
  readonly title: string;
  readonly scale: ValueScale;
}

/** The charts of each metric, the headline first. */
export const measures: Readonly<Record<TrendChoice["metric"], readonly [MeasureChart, ...MeasureChart[]]>> = {
  axis: [
    { name: "axis_result", title: "AXIS Result", scale: resultScale },
    { name: "pass_rate", title: "Pass rate", scale: rateScale },
  ],
  scorecard: [
    { name: "score", title: "Scorecard", scale: scoreScale },
    ...axisNames.map(({ id, name }) => ({ name: id, title: `Scorecard: ${name}`, scale: pointsScale })),
  ],
};

/** The value of a point; null if no run of it has one. */
export function readMeasure(point: TrendPoint, measure: Measure): number | null {
  if (measure !== "pass_rate") return point[measure];
  const counted = point.passed + point.failed;
  return counted === 0 ? null : (100 * point.passed) / counted;
}

/** More lines than this cannot be told apart. */
export const maxLines = 6;

/** The points of one line. */
export interface Series {
  /** As recorded; null for all runs together. */
  readonly key: string | null;
  readonly name: string;
  readonly tone: number;
  readonly runs: number;
  readonly points: readonly TrendPoint[];
}

/** Sorted by the number of runs, each in order of time; at most `maxLines` are drawn. */
export function groupSeries(points: readonly TrendPoint[], by: TrendChoice["by"]): Series[] {
  const groups = new Map<string | null, TrendPoint[]>();
  // The server sorts by scoring time, and runs of an old report may be scored late.
  for (const point of points.toSorted((one, other) => Date.parse(one.at) - Date.parse(other.at))) {
    const key = by === "none" ? null : point[by];
    groups.set(key, [...(groups.get(key) ?? []), point]);
  }
  return [...groups]
    .map(([key, own]) => ({ key, points: own, runs: own.reduce((sum, { runs }) => sum + runs, 0) }))
    .toSorted((one, other) => other.runs - one.runs || ((one.key ?? "") < (other.key ?? "") ? -1 : 1))
    .map((each, place) => ({
      ...each,
      name: each.key === null ? "all runs" : safeLine(each.key, 60),
      tone: place + 1,
    }));
}

/** One of the numbers over time; unknown ones have no point. */
export function listMeasureLines(series: readonly Series[], measure: Measure): ChartLine[] {
  return series.map(({ name, tone, points }) => ({
    name,
    tone,
    points: points.flatMap((point) => {
      const value = readMeasure(point, measure);
      if (value === null) return [];
      return [
        {
          at: Date.parse(point.at),
          value,
          bounds: measure === "pass_rate" ? null : point.intervals[measure],
          runs: measure === "pass_rate" ? point.passed + point.failed : point.runs,
          tier: measure === "score" ? point.tier : null,
          runId: point.run_id,
        },
      ];
    }),
    reference: [],
  }));
}

/** Wall times; unknown ones have no point. Single runs also have the p50 they were compared with. */
export function listWallLines(series: readonly Series[]): ChartLine[] {
  return series.map(({ name, tone, points }) => ({
    name,
    tone,
    points: points.flatMap((point) => {
      if (point.p50_wall_ms === null) return [];
      const { at, runs, run_id: runId } = point;
      return [{ at: Date.parse(at), value: point.p50_wall_ms, bounds: null, runs, tier: null, runId }];
    }),
    reference: points.flatMap(({ at, baseline_p50_ms }) =>
      baseline_p50_ms === null ? [] : [{ at: Date.parse(at), value: baseline_p50_ms }],
    ),
  }));
}

/** The longest time drawn. */
export function findLongestWall(lines: readonly ChartLine[]): number {
  return Math.max(1, ...lines.flatMap(({ points, reference }) => [...points, ...reference].map(({ value }) => value)));
}
