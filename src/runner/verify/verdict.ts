/** The verdict on one verified check, before it gets its place in the rubric. */
import type { VerifiedCheck } from "../../core/scenario/check.ts";

export type Verdict = Omit<VerifiedCheck, "index">;

/** The check ran: 0 to 10 points. */
export function decided(score: number, rationale: string): Verdict {
  return { status: "decided", score: Math.round(score * 100) / 100, rationale };
}

/** The check could not run, through no fault of the agent. */
export function broken(rationale: string): Verdict {
  return { status: "broken", score: null, rationale };
}
