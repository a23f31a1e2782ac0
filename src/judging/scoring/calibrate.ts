/** Converts raw shares from 0 to 1 into points from 0 to 100. */
import { round9 } from "../../core/json.ts";
import { roundHalfUp } from "../../core/score/rounding.ts";
import { normalCdf } from "../../statistics/index.ts";

/** The published log-normal curve: a raw value of 0.5 gives 50 points, and the last points are the hardest. */
export const calibration = { median: 0.5, sigma: 0.4 } as const;

/** The points of a dimension made of signals. There is no jump at 1: a perfect raw value gives 96. */
export function calibrate(raw: number): number {
  // Rounding in two steps, first to one decimal, turns 0.985 (95.497) into the published 96.
  const oneDecimal = roundHalfUp(1000 * shareOfCurve(raw)) / 10;
  return roundHalfUp(oneDecimal);
}

/** The same points before they are rounded: a small change of the raw value shows in them, too. */
export function calibrateExactly(raw: number): number {
  return 100 * shareOfCurve(raw);
}

function shareOfCurve(raw: number): number {
  if (raw <= 0) return 0;
  return normalCdf(Math.log(Math.min(raw, 1) / calibration.median) / calibration.sigma);
}

/** Rounds to whole points. A half that binary fractions made slightly too small still rounds up. */
export function roundPoints(points: number): number {
  return roundHalfUp(round9(points));
}

/** Converts a raw share to whole points without the curve, as signals are shown. */
export function shareToPoints(raw: number): number {
  return roundPoints(100 * raw);
}
