/** What a fix is worth: a solid bar for the least, a light one for the most, and the figure. */
import type { FixPoints } from "../../../src/core/report/fix.ts";
import { formatFixPoints } from "../../../src/report/text/format-fix.ts";

interface PointsBarProps {
  readonly points: FixPoints;
  /** The points of the longest bar. */
  readonly longest: number;
}

export function PointsBar({ points, longest }: PointsBarProps) {
  const { least, most } = points;
  const share = longest > 0 ? Math.max(0.005, most / longest) : 0;
  return (
    <span class="points-bar">
      <span class="points-track" aria-hidden="true" style={{ flexBasis: `${(share * 14).toFixed(2)}rem` }}>
        <i class="most" style={{ width: "100%" }} />
        <i class="least" style={{ width: most > 0 ? `${(least / most) * 100}%` : "0" }} />
      </span>
      <b>{formatFixPoints(points)}</b>
    </span>
  );
}
