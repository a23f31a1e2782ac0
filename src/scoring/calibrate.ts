/** Where raw shares from 0 to 1 become points from 0 to 100. */
import { round9 } from "../core/json.ts";
import { roundHalfUp } from "../core/score/rounding.ts";
import { normalCdf } from "../statistics/index.ts";

/** The published log-normal curve: half the best gives 50 points, and the last points are the hardest. */
export const calibration = { median: 0.5, sigma: 0.4 } as const;

/** Points of a dimension made of signals. There is no jump at 1: a perfect raw value has 96. */
export function calibrate(raw: number): number {
  if (raw <= 0) return 0;
  const distance = Math.log(Math.min(raw, 1) / calibration.median) / calibration.sigma;
  // Two steps, first to one decimal: this is what brings 0.985 (95.497) to the published 96.
  const oneDecimal = roundHalfUp(1000 * normalCdf(distance)) / 10;
  return roundHalfUp(oneDecimal);
}

/** Whole points. A half that binary fractions made a trifle less than a half still counts as one. */
export function wholePoints(points: number): number {
  return roundHalfUp(round9(points));
}

/** A raw share as whole points, without the curve: how signals are shown. */
export function sharePoints(raw: number): number {
  return wholePoints(100 * raw);
}
