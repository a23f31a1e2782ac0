/** Collects the facts that a run's scorecard is computed from. */
import type { VerifiedCheck } from "../../core/scenario/check.ts";
import type { Outcome } from "../../core/outcome.ts";
import type { Job, Plan } from "../../core/plan.ts";
import type { RunFacts } from "../../core/run/run-facts.ts";
import { listGates } from "../gates/gate-runner.ts";
import type { GatingResult } from "../gates/run-gates.ts";
import { decideEnding } from "./outcome.ts";
import { listStages } from "../../core/run/stages.ts";
import type { Turn } from "../turns/agent-driver.ts";
import { sumTurnUsage } from "../turns/usage.ts";

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
}: Plan): Pick<RunFacts, "feeds_baseline" | "baseline_scope" | "weights"> {
  return {
    feeds_baseline: rehearsal === undefined,
    baseline_scope: scorecard?.baseline_scope ?? "workspace",
    weights: scorecard?.weights ?? null,
  };
}
