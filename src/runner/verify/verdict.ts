/** The verdict on one verified check, before it is given its place in the rubric. */
import type { VerifiedCheck } from "../../core/scenario/check.ts";

export type Verdict = Omit<VerifiedCheck, "index">;

/** It was carried out: 0 to 10. */
export function decided(score: number, rationale: string): Verdict {
  return { status: "decided", score: Math.round(score * 100) / 100, rationale };
}

/** It could not be carried out, through no doing of the agent. */
export function broken(rationale: string): Verdict {
  return { status: "broken", score: null, rationale };
}
