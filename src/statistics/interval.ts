/** What an interval is, and how many standard errors it reaches from its estimate. */
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

/** How sure an interval shall be. */
export interface ConfidenceOption {
  readonly confidence?: number | undefined;
}

/** Standard errors on each side under a normal; taken from the lower tail, which keeps its digits near certainty. */
export function normalReach(confidence: number): number {
  return -normalQuantile((1 - confidence) / 2);
}

/** Standard errors on each side under Student's t. */
export function studentReach(confidence: number, df: number): number {
  return -studentTQuantile((1 - confidence) / 2, df);
}
