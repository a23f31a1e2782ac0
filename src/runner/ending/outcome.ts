/** Decides how a run ended for its scorecard: COMPLETED, BLOCKED or FAILED, why, and whether it counts. */
import type { VerifiedCheck } from "../../core/scenario/check.ts";
import { isMissing, type Outcome } from "../../core/outcome.ts";
import type { RunOutcome, RunReason } from "../../core/run/run-facts.ts";
import type { GatingEnd } from "../gates/run-gates.ts";

export interface Ending {
  readonly outcome: RunOutcome;
  readonly reason: RunReason;
  /** False: the run is shown, but left out of the leaderboard, trends and usual times. */
  readonly counted: boolean;
}

/** The facts that decide the ending. */
export interface EndingFacts {
  /** The outcome of the last turn. */
  readonly outcome: Outcome;
  readonly calledTool: boolean;
  /** Null when it could not be determined. */
  readonly usable: boolean | null;
  /** Null when no gate ran. */
  readonly gating: GatingEnd | null;
  /** The checks that are stages of the run. */
  readonly verified: readonly VerifiedCheck[];
}

/** A check that earned less than this failed. */
export const fullPoints = 10;

/** The first rule that applies wins. */
export function decideEnding(facts: EndingFacts): Ending {
  const { outcome, usable, gating, verified } = facts;
  const uncounted = findUncountedReason(facts);
  if (uncounted !== null) return { outcome: "FAILED", reason: uncounted, counted: false };
  const why = agentReason(outcome);
  if (!usable) return toEnding("FAILED", why ?? "no-output");
  if (why !== null) return toEnding("BLOCKED", why);
  if (gating?.how === "red") return toEnding("BLOCKED", gateFailureReasons[gating.why]);
  if (verified.some(({ score }) => score !== fullPoints)) return toEnding("BLOCKED", "check-failed");
  return toEnding("COMPLETED", "ok");
}

const gateFailureReasons = { exhausted: "gate-exhausted", time: "time-limit", tokens: "token-limit" } as const;
/** Limits above the single run say nothing about the agent. */
const uncountedReasons: readonly RunReason[] = ["deadline", "budget"];

function toEnding(outcome: RunOutcome, reason: RunReason): Ending {
  return { outcome, reason, counted: !uncountedReasons.includes(reason) };
}

/** Why the agent cannot be blamed for the ending; null if the run counts. */
function findUncountedReason({ outcome, usable, calledTool, verified }: EndingFacts): RunReason | null {
  if (outcome.status === "failed" && isMissing(outcome, calledTool)) return harnessReason(outcome.code);
  if (outcome.status === "stopped" && (outcome.by === "user" || outcome.by === "failures")) return "cancelled";
  const isBroken = verified.some(({ status }) => status === "broken");
  return isBroken || usable === null ? "internal" : null;
}

function harnessReason(code: Extract<Outcome, { status: "failed" }>["code"]): RunReason {
  if (code === "setup") return "setup-failed";
  return code === "spawn" || code === "auth" ? "agent-missing" : "internal";
}

/** Why the agent's last turn did not end on its own; null if it did. */
function agentReason(outcome: Outcome): RunReason | null {
  if (outcome.status === "completed") return null;
  if (outcome.status === "failed") return "agent-failed";
  const ofRun = outcome.scope === "run";
  if (outcome.by === "time") return ofRun ? "deadline" : "time-limit";
  return ofRun ? "budget" : "token-limit";
}
