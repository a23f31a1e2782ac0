/** Corrects a difference of pass rates, measured by a judge with known error rates, to what humans would have seen. */
import { requireOpenProbability, requireAtMost } from "../arguments.ts";
import { normalReach, type OpenInterval } from "../interval.ts";
import type { JudgeCounts } from "./calibration.ts";

/**
 * Both rates are stretched by 1/(sensitivity + specificity - 1), and so is their difference; the uncertainty of that
 * factor widens the bounds. Null if the judge is not informative enough. Whether there is a difference at all does not change.
 */
export function correctedDifference(
  { estimate, lower, upper }: OpenInterval,
  counts: JudgeCounts,
  confidence = 0.95,
): OpenInterval | null {
  const { truePositives, humanPositives, trueNegatives, humanNegatives } = counts;
  requireAtMost(truePositives, humanPositives, [
    "correctedDifference: truePositives",
    "correctedDifference: humanPositives",
  ]);
  requireAtMost(trueNegatives, humanNegatives, [
    "correctedDifference: trueNegatives",
    "correctedDifference: humanNegatives",
  ]);
  requireOpenProbability(confidence, "correctedDifference: confidence");
  if (humanPositives === 0 || humanNegatives === 0 || estimate === null) return null;
  const informed = truePositives / humanPositives + trueNegatives / humanNegatives - 1;
  if (informed <= 0.1 + 1e-12) return null;
  const [sensitivity, specificity] = [
    (truePositives + 1) / (humanPositives + 2),
    (trueNegatives + 1) / (humanNegatives + 2),
  ];
  const variance =
    (sensitivity * (1 - sensitivity)) / (humanPositives + 2) + (specificity * (1 - specificity)) / (humanNegatives + 2);
  const centre = estimate / informed;
  const factor = (normalReach(confidence) * Math.abs(centre) * Math.sqrt(variance)) / informed;
  const bound = (value: number | null, side: -1 | 1) =>
    value === null ? null : centre + side * Math.hypot((value - estimate) / informed, factor);
  return { estimate: clip(centre), lower: clipped(bound(lower, -1)), upper: clipped(bound(upper, 1)) };
}

function clip(value: number): number {
  return Math.min(1, Math.max(-1, value));
}

function clipped(value: number | null): number | null {
  return value === null ? null : clip(value);
}
