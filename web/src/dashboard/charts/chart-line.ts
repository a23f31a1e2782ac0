/** What a chart over time draws: lines of points, each with how sure it is. */
import type { Tier } from "../../scorecard/tier.tsx";

export interface LinePoint {
  /** Milliseconds since the epoch. */
  readonly at: number;
  readonly value: number;
  readonly bounds: { readonly lower: number; readonly upper: number } | null;
  readonly runs: number;
  /** Of scores alone. */
  readonly tier: Tier | null;
  /** Where the point is a single run. */
  readonly runId: string | null;
}

export interface ChartLine {
  /** Made safe to show. */
  readonly name: string;
  /** 1 to 6: a colour and a dash, never a colour alone. */
  readonly tone: number;
  readonly points: readonly LinePoint[];
  /** What the values are held against, over time. */
  readonly reference: readonly { readonly at: number; readonly value: number }[];
}

/** The moments of all lines, in order, each once. */
export function momentsOf(lines: readonly ChartLine[]): number[] {
  const moments = new Set(lines.flatMap(({ points }) => points.map(({ at }) => at)));
  return [...moments].toSorted((one, other) => one - other);
}

/** The moment in a sorted list that is nearest. */
export function nearestMoment(moments: readonly number[], at: number): number | null {
  let best: number | null = null;
  for (const moment of moments) if (best === null || Math.abs(moment - at) < Math.abs(best - at)) best = moment;
  return best;
}

/** Stretches of points that follow each other and all have bounds. */
export function boundedStretches(points: readonly LinePoint[]): LinePoint[][] {
  const stretches: LinePoint[][] = [];
  let open: LinePoint[] | undefined;
  for (const point of points) {
    if (point.bounds === null) open = undefined;
    else if (open === undefined) stretches.push((open = [point]));
    else open.push(point);
  }
  return stretches;
}
