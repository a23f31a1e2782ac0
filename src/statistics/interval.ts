/** Intervals, and how many standard errors they extend from the estimate. */
import { normalQuantile } from "./normal.ts";
import { studentTQuantile } from "./student-t.ts";

/** An estimate and the bounds around it. */
export interface Interval {
  readonly estimate: number;
  readonly lower: number;
  readonly upper: number;
}

/** An interval whose parts may be unknown. */
export interface OpenInterval {
  readonly estimate: number | null;
  readonly lower: number | null;
  readonly upper: number | null;
}

/** The confidence level of an interval. */
export interface ConfidenceOption {
  readonly confidence?: number | undefined;
}

/** Standard errors on each side for a normal; computed from the lower tail, which stays precise near a confidence of 1. */
export function normalReach(confidence: number): number {
  return -normalQuantile((1 - confidence) / 2);
}

/** Standard errors on each side for Student's t. */
export function studentReach(confidence: number, df: number): number {
  return -studentTQuantile((1 - confidence) / 2, df);
}
