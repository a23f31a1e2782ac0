/** The metrics that agents can be ranked by: how to read, format and draw each. */
import type { RankingMetric } from "../../../../src/core/report/agent-ranking.ts";
import { formatPoints, formatRate } from "../../../../src/report/text/format-verdict.ts";
import { formatDuration } from "../../../../src/report/text/format.ts";
import type { Standing, TrendPoint } from "../api/answers.ts";
import { formatMicros } from "../parts/micros.ts";

interface Bounds {
  readonly lower: number;
  readonly upper: number;
}

export interface BoardMetric {
  readonly id: RankingMetric;
  readonly title: string;
  /** A number of this metric, and a difference of two. */
  readonly format: (value: number) => string;
  readonly formatDifference: (value: number) => string;
  readonly read: (standing: Standing) => number | null;
  /** Null if the metric has no interval. */
  readonly readBounds: (standing: Standing) => Bounds | null;
  readonly readTrend: (point: TrendPoint) => number | null;
  /** The highest value there can be. */
  readonly most: number;
  readonly best: "highest" | "lowest";
}

const inPoints = {
  format: formatPoints,
  formatDifference: (value: number) => `${formatPoints(value)} points`,
  most: 100,
  best: "highest",
} as const;

function dimension(id: "goal" | "environment" | "service" | "agent", title: string): BoardMetric {
  return {
    ...inPoints,
    id,
    title,
    read: ({ dimensions }) => dimensions[id].mean,
    readBounds: ({ dimensions }) => dimensions[id].interval,
    readTrend: (point) => point[id === "agent" ? "agent_points" : id],
  };
}

function readPassRate({ passed, failed }: Pick<TrendPoint, "passed" | "failed">): number | null {
  return passed + failed === 0 ? null : passed / (passed + failed);
}

const axisMetric: BoardMetric = {
  ...inPoints,
  id: "axis",
  title: "AXIS Result",
  read: ({ mean_axis_result }) => mean_axis_result,
  readBounds: ({ axis_interval }) => axis_interval,
  readTrend: ({ axis_result }) => axis_result,
};

export const boardMetrics: readonly BoardMetric[] = [
  axisMetric,
  {
    id: "pass-rate",
    title: "Pass rate",
    format: formatRate,
    formatDifference: (value) => `${Math.round(Math.abs(value) * 100)} percentage points`,
    read: ({ pass_rate }) => pass_rate,
    readBounds: ({ pass_rate_interval }) => pass_rate_interval,
    readTrend: readPassRate,
    most: 1,
    best: "highest",
  },
  {
    id: "cost-per-pass",
    title: "Cost per pass",
    format: formatMicros,
    formatDifference: formatMicros,
    read: ({ cost_per_pass_micros }) => cost_per_pass_micros,
    readBounds: () => null,
    readTrend(point) {
      const rate = readPassRate(point);
      return rate === null || rate === 0 || point.cost_micros === null ? null : point.cost_micros / rate;
    },
    most: Infinity,
    best: "lowest",
  },
  {
    id: "time",
    title: "Time",
    format: formatDuration,
    formatDifference: (value) => formatDuration(Math.abs(value)),
    read: ({ p50_wall_ms }) => p50_wall_ms,
    readBounds: () => null,
    readTrend: ({ p50_wall_ms }) => p50_wall_ms,
    most: Infinity,
    best: "lowest",
  },
  dimension("goal", "Goal"),
  dimension("environment", "Environment"),
  dimension("service", "Service"),
  dimension("agent", "Agent"),
  {
    ...inPoints,
    id: "scorecard",
    title: "Scorecard",
    read: ({ mean_score }) => mean_score,
    readBounds: ({ mean_interval }) => mean_interval,
    readTrend: ({ score }) => score,
  },
];

export function findMetric(id: string | null): BoardMetric {
  return boardMetrics.find((metric) => metric.id === id) ?? axisMetric;
}
