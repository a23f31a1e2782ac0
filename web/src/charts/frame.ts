/** The layout of a chart of a given size. */
import type { ValueScale } from "./value-scale.ts";

export interface Frame {
  readonly width: number;
  readonly height: number;
  readonly left: number;
  readonly right: number;
  readonly top: number;
  readonly bottom: number;
  readonly from: number;
  readonly to: number;
  readonly grainMs: number;
  readonly x: (at: number) => number;
  readonly y: (value: number) => number;
  /** The moment at an x position. */
  readonly at: (x: number) => number;
}

interface Size {
  readonly width: number;
  readonly height: number;
  /** The room at the right, for the names of the lines. */
  readonly margin?: number;
}

/** The x axis of a chart. */
export interface Moments {
  /** Distinct and sorted. */
  readonly moments: readonly number[];
  /** A minute for single runs, otherwise a day or a week. */
  readonly grainMs: number;
}

/** The axis spans at least this many grains, so that a single point is in the middle. */
const minGrains = 4;

export function layOutFrame(
  { width, height, margin: wanted = 12 }: Size,
  { moments, grainMs }: Moments,
  { least = 0, most, tiers }: ValueScale,
): Frame {
  const [left, top, bottom] = [44, 8, height - 22];
  const right = Math.max(left + 1, width - Math.max(wanted, tiers === undefined ? 12 : 52));
  const [first, last] = [moments[0] ?? 0, moments.at(-1) ?? 0];
  const margin = Math.max(minGrains * grainMs - (last - first), (last - first) * 0.02) / 2;
  const [from, to] = [first - margin, last + margin];
  const share = (right - left) / (to - from);
  return {
    width,
    height,
    left,
    right,
    top,
    bottom,
    from,
    to,
    grainMs,
    x: (at) => left + (at - from) * share,
    y: (value) => bottom - ((Math.max(least, Math.min(most, value)) - least) / (most - least)) * (bottom - top),
    at: (x) => from + (x - left) / share,
  };
}
