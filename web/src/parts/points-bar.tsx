/** What a fix is worth: a solid bar for the least, a light one for the most, and the figure. */
import type { FixPoints } from "../../../src/core/report/fix.ts";
import { formatFixPoints } from "../../../src/report/text/format-fix.ts";

interface PointsBarProps {
  readonly points: FixPoints;
  /** The points of the longest bar. */
  readonly longest: number;
}

export function PointsBar({ points, longest }: PointsBarProps) {
  const toWidth = (value: number) => `${longest > 0 ? Math.max(0.5, (value / longest) * 100) : 0}%`;
  return (
    <span class="points-bar">
      <span class="points-track" aria-hidden="true">
        <i class="most" style={{ width: toWidth(points.most) }} />
        <i class="least" style={{ width: toWidth(points.least) }} />
      </span>
      <b>{formatFixPoints(points)}</b>
    </span>
  );
}
