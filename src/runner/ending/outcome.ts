/** Decides how a run ended for its scorecard (COMPLETED, BLOCKED or FAILED, why, and whether it counts), and collects its facts. */
import type { VerifiedCheck } from "../../core/scenario/check.ts";
import { isMissing, type Outcome } from "../../core/outcome.ts";
import type { RunOutcome, RunReason, RunFacts } from "../../core/run/run-facts.ts";
import { fullPoints, listStages } from "../../core/run/stages.ts";
import type { GatingEnd, GatingResult } from "../gates/run-gates.ts";
import type { Job, Plan } from "../../core/plan.ts";
import { listGates } from "../gates/gate-runner.ts";
import type { Turn } from "../turns/agent-driver.ts";
import { sumTurnUsage } from "../turns/usage.ts";

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

export interface ObservedWork {
  readonly runId: string;
  readonly first: Turn;
  readonly turns: readonly Turn[];
  readonly usableFirst: boolean | null;
  readonly usable: boolean | null;
  readonly gating: GatingResult | null;
  readonly verified: readonly VerifiedCheck[];
  readonly outcome: Outcome;
  readonly wallMs: number;
}

export function collectFacts(job: Job, seen: ObservedWork, plan: Plan): RunFacts {
  const { first, gating, usable } = seen;
  const agentPassed = first.status === "completed" && seen.usableFirst === true;
  // Checks count as stages only if everything before them passed; otherwise they affect only the AXIS Result.
  const verified = agentPassed && (gating === null || gating.end.how === "green") ? seen.verified : [];
  const calledTool = seen.turns.some(({ recorder }) => recorder.transcript.some(({ type }) => type === "tool_use"));
  const setupPassed = job.scenario.setup.length > 0 ? true : null;
  return {
    run_id: seen.runId,
    ...decideEnding({ outcome: seen.outcome, calledTool, usable, gating: gating?.end ?? null, verified }),
    wall_ms: seen.wallMs,
    stages: listStages({ setupPassed, agentPassed, gates: listGates(job.scenario), gating, verified }),
    usage: sumTurnUsage(seen.turns),
    ...pickPlanFacts(plan),
  };
}

/** Facts of a run whose agent was never started: nothing was measured, and the scorecard says so. */
export function collectUnstartedFacts(
  runId: string,
  { outcome, setupPassed = null }: { readonly outcome: Outcome; readonly setupPassed?: boolean | null },
  plan: Plan,
): RunFacts {
  return {
    run_id: runId,
    ...decideEnding({ outcome, calledTool: false, usable: false, gating: null, verified: [] }),
    wall_ms: null,
    stages: listStages({ setupPassed, agentPassed: null, gates: [], gating: null, verified: [] }),
    usage: null,
    ...pickPlanFacts(plan),
  };
}

/** A rehearsal says nothing about the usual time of real runs, so it does not feed the baseline. */
function pickPlanFacts({
  scorecard,
  rehearsal,
  start,
}: Plan): Pick<RunFacts, "feeds_baseline" | "baseline_scope" | "weights"> {
  return {
    // Siblings of a competition must not move each other's yardstick.
    feeds_baseline: rehearsal === undefined && start === undefined,
    baseline_scope: scorecard?.baseline_scope ?? "workspace",
    weights: scorecard?.weights ?? null,
  };
}
