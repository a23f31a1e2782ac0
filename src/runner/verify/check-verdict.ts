/** The verdict on one verified check, before it gets its place in the rubric. */
import type { VerifiedCheck } from "../../core/scenario/check.ts";

export type CheckVerdict = Omit<VerifiedCheck, "index">;

/** The check ran: 0 to 10 points. */
export function decided(score: number, rationale: string): CheckVerdict {
  return { status: "decided", score: Math.round(score * 100) / 100, rationale };
}

/** The check could not run, through no fault of the agent. */
export function broken(rationale: string): CheckVerdict {
  return { status: "broken", score: null, rationale };
}
