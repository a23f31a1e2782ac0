/** One verified check: what it is verified against, and the verdict before it gets its place in the rubric. */
import type { VerifiedCheck } from "../../core/scenario/check.ts";
import type { FrozenTree } from "../workspace/freeze.ts";

/** What the agent left. */
export interface VerifiedWork {
  readonly frozen: FrozenTree;
  readonly finalAnswer: string | null;
  readonly abort: AbortSignal;
}

export type CheckVerdict = Omit<VerifiedCheck, "index">;

/** The check ran: 0 to 10 points. */
export function decided(score: number, rationale: string): CheckVerdict {
  return { status: "decided", score: Math.round(score * 100) / 100, rationale };
}

/** The check could not run, through no fault of the agent. */
export function broken(rationale: string): CheckVerdict {
  return { status: "broken", score: null, rationale };
}
