/** The lines of a chart over time: points with their uncertainty. */
import type { Tier } from "../scorecard/tier.tsx";

export interface LinePoint {
  /** Milliseconds since the epoch. */
  readonly at: number;
  readonly value: number;
  readonly bounds: { readonly lower: number; readonly upper: number } | null;
  readonly runs: number;
  /** Only for scorecards. */
  readonly tier: Tier | null;
  /** Set if the point is a single run. */
  readonly runId: string | null;
  /** Set if the point is a report. */
  readonly reportId?: string | null;
}

export interface ChartLine {
  /** Already safe to show. */
  readonly name: string;
  /** 1 to 6: a color and a dash pattern, never a color alone. The key of the line. */
  readonly tone: number;
  /** Set if the line is an agent, which then has its own color and shape instead. */
  readonly agent?: string | null;
  readonly points: readonly LinePoint[];
  /** The baseline of the values, over time. */
  readonly reference: readonly { readonly at: number; readonly value: number }[];
}

/** All distinct moments, sorted. */
export function listMoments(lines: readonly ChartLine[]): number[] {
  const moments = new Set(lines.flatMap(({ points }) => points.map(({ at }) => at)));
  return [...moments].toSorted((one, other) => one - other);
}

/** The nearest moment of a sorted list. */
export function findNearestMoment(moments: readonly number[], at: number): number | null {
  let best: number | null = null;
  for (const moment of moments) if (best === null || Math.abs(moment - at) < Math.abs(best - at)) best = moment;
  return best;
}

/** Groups of consecutive points that have bounds. */
export function splitBounded(points: readonly LinePoint[]): LinePoint[][] {
  const stretches: LinePoint[][] = [];
  let open: LinePoint[] | undefined;
  for (const point of points) {
    if (point.bounds === null) open = undefined;
    else if (open === undefined) stretches.push((open = [point]));
    else open.push(point);
  }
  return stretches;
}
