/** The lines of the charts, from the server's points. */
import type { CardAxis } from "../../../../src/core/run/run-scorecard.ts";
import { axisNames } from "../../scorecard/card-words.ts";
import { safeLine } from "../../text/safe.ts";
import type { TrendPoint } from "../api/answers.ts";
import type { ChartLine } from "../../charts/chart-line.ts";
import {
  costScale,
  cutScale,
  makeDurationScale,
  pointsScale,
  rateScale,
  resultScale,
  scoreScale,
  type ValueScale,
} from "../../charts/value-scale.ts";
import type { TrendChoice, TrendMetric } from "./trend-choice.ts";

export type Measure =
  | "axis_result"
  | "pass_rate"
  | "cost_micros"
  | "wall"
  | "goal"
  | "environment"
  | "service"
  | "agent_points"
  | "score"
  | CardAxis;

type Bounds = TrendPoint["intervals"]["axis_result"];

export interface MeasureChart {
  readonly name: Measure;
  readonly title: string;
  readonly scale: ValueScale;
  /** Null for what has no interval. */
  readonly bounds: (point: TrendPoint) => Bounds;
}

/** Without an interval. */
function plain(name: "pass_rate" | "wall", title: string, scale: ValueScale): MeasureChart {
  return { name, title, scale, bounds: () => null };
}

function bounded(name: Exclude<Measure, "pass_rate" | "wall">, title: string, scale = pointsScale): MeasureChart {
  return { name, title, scale, bounds: ({ intervals }) => intervals[name] };
}

const headlines: Readonly<Record<TrendMetric, MeasureChart>> = {
  axis: bounded("axis_result", "AXIS Result", resultScale),
  "pass-rate": plain("pass_rate", "Pass rate", rateScale),
  cost: bounded("cost_micros", "Cost per run", costScale),
  time: plain("wall", "Time", makeDurationScale(1)),
  scorecard: bounded("score", "Scorecard", scoreScale),
};

/** The chart at the top. */
export function findMeasure(metric: TrendMetric): MeasureChart {
  return headlines[metric];
}

/** The small charts below it: what the AXIS Result is made of, or the axes of the scorecard. */
export function listBehind(metric: TrendMetric): readonly MeasureChart[] {
  if (metric === "scorecard") return axisNames.map(({ id, name }) => bounded(id, `Scorecard: ${name}`));
  return [
    bounded("goal", "Goal"),
    bounded("environment", "Environment"),
    bounded("service", "Service"),
    bounded("agent_points", "Agent"),
    plain("pass_rate", "Passed, %", rateScale),
    bounded("cost_micros", "Cost per run, $", costScale),
  ];
}

/** The value of a point; null if no run of it has one. */
export function readMeasure(point: TrendPoint, measure: Measure): number | null {
  if (measure === "wall") return point.p50_wall_ms;
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
  /** Set for the line of an agent. */
  readonly agent: string | null;
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
      agent: by === "agent" ? each.key : null,
    }));
}

/** One of the numbers over time; unknown ones have no point. Single runs also have the usual time they were compared with. */
export function listMeasureLines(series: readonly Series[], { name: measure, bounds }: MeasureChart): ChartLine[] {
  return series.map(({ name, tone, agent, points }) => ({
    name,
    tone,
    agent,
    points: points.flatMap((point) => {
      const value = readMeasure(point, measure);
      if (value === null) return [];
      return [
        {
          at: Date.parse(point.at),
          value,
          bounds: bounds(point),
          runs: measure === "pass_rate" ? point.passed + point.failed : point.runs,
          tier: measure === "score" ? point.tier : null,
          runId: point.run_id,
          reportId: point.report_id,
        },
      ];
    }),
    reference: measure === "wall" ? listUsualTimes(points) : [],
  }));
}

function listUsualTimes(points: readonly TrendPoint[]): ChartLine["reference"] {
  return points.flatMap(({ at, baseline_p50_ms }) =>
    baseline_p50_ms === null ? [] : [{ at: Date.parse(at), value: baseline_p50_ms }],
  );
}

/** The scale of a chart around its values and intervals. Tiers are bands of the whole scale, which is not cut. */
export function fitScale({ name, scale }: MeasureChart, lines: readonly ChartLine[], hasBands: boolean): ValueScale {
  if (name === "wall") return makeDurationScale(findLongestWall(lines));
  if (scale.tiers !== undefined) return scale;
  const values = lines.flatMap(({ points }) =>
    points.flatMap(({ value, bounds }) =>
      hasBands && bounds !== null ? [value, bounds.lower, bounds.upper] : [value],
    ),
  );
  return cutScale(values, scale);
}

/** The longest time drawn. */
export function findLongestWall(lines: readonly ChartLine[]): number {
  return Math.max(1, ...lines.flatMap(({ points, reference }) => [...points, ...reference].map(({ value }) => value)));
}
