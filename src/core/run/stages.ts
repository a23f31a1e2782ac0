/** Lists the stages of a run as its scorecard counts them: setup, agent, gates, checks. */
import type { VerifiedCheck } from "../scenario/check.ts";
import type { GateExecution } from "../scenario/gate.ts";
import type { StageFacts } from "./run-facts.ts";

/** A check that earned less than this failed. */
export const fullPoints = 10;

export interface ObservedStages {
  /** Null when the scenario has no setup. */
  readonly setupPassed: boolean | null;
  /** Whether the first turn completed with usable output; null when the agent was never started. */
  readonly agentPassed: boolean | null;
  /** The gates of the scenario, in order. */
  readonly gates: readonly { readonly name: string }[];
  /** Null when no gate was reached. */
  readonly gating: {
    readonly executions: readonly Pick<GateExecution, "gate" | "passed">[];
    /** Repair turns by gate. */
    readonly loops: ReadonlyMap<string, number>;
  } | null;
  /** The checks that are stages of this run. */
  readonly verified: readonly VerifiedCheck[];
}

/** Returns the stages in order. With gates, the agent's own claim does not count; only the work it left does. */
export function listStages({ setupPassed, agentPassed, gates, gating, verified }: ObservedStages): StageFacts[] {
  const isGated = gating !== null && gating.executions.length > 0;
  return [
    ...(setupPassed === null ? [] : [toSingleStage("setup", "setup", { passed: setupPassed, counts: false })]),
    ...(agentPassed === null ? [] : [toSingleStage("agent", "agent", { passed: agentPassed, counts: !isGated })]),
    ...(agentPassed === null ? [] : gates.map(({ name }) => gateStage(name, gating))),
    ...verified
      .filter(({ status }) => status === "decided")
      .map(({ index, score }) =>
        toSingleStage("check", `check-${index + 1}`, { passed: score === fullPoints, counts: true }),
      ),
  ];
}

function toSingleStage(
  kind: StageFacts["kind"],
  name: string,
  { passed, counts }: { readonly passed: boolean; readonly counts: boolean },
): StageFacts {
  return { kind, name, counts, executions: 1, first_passed: passed, passed, repair_loops: 0 };
}

function gateStage(name: string, gating: ObservedStages["gating"]): StageFacts {
  const executions = gating?.executions.filter(({ gate }) => gate === name) ?? [];
  return {
    kind: "gate",
    name,
    counts: executions.length > 0,
    executions: executions.length,
    first_passed: executions[0]?.passed ?? null,
    passed: executions.at(-1)?.passed ?? null,
    repair_loops: gating?.loops.get(name) ?? 0,
  };
}
