/** The score of one axis: computed points, or 50 by default with the reason. */
import type { CardAxes, CardAxis, DefaultReason } from "../../core/run/run-scorecard.ts";

/** The score of an axis that could not be computed. */
const neutral = 50;

export interface AxisScore {
  readonly score: number;
  readonly defaulted: boolean;
  readonly why: DefaultReason | null;
}

export type AxisInputs<Axis extends CardAxis> = CardAxes[Axis]["inputs"];

export function computed(score: number): AxisScore {
  return { score, defaulted: false, why: null };
}

export function defaulted(why: DefaultReason): AxisScore {
  return { score: neutral, defaulted: true, why };
}
