/** Runs gates and repair turns: always from the first gate on, until all pass in one go or no further attempt is allowed. */
import type { Gate, GateExecution } from "../../core/scenario/gate.ts";

/** How the gates of a run ended. */
export type GatingEnd =
  | { readonly how: "green" }
  | { readonly how: "red"; readonly gate: string; readonly why: "exhausted" | "time" | "tokens" }
  /** A repair turn did not complete. */
  | { readonly how: "agent" }
  /** The run was stopped. */
  | { readonly how: "stopped" };

export interface GatingResult {
  readonly end: GatingEnd;
  readonly executions: readonly GateExecution[];
  /** Repair turns by gate. */
  readonly loops: ReadonlyMap<string, number>;
}

/** Counts the executions of a gate, and the turns of the agent. */
export type GatePosition = Pick<GateExecution, "execution" | "turn">;

/** What the loop does, and when it has to end. */
export interface RepairActions {
  /** Runs a gate once. */
  execute(gate: Gate, position: GatePosition): Promise<GateExecution>;
  /** Gives the agent a repair turn; returns whether the turn completed. */
  repair(gate: Gate, execution: GateExecution, loop: number): Promise<boolean>;
  /** Returns the agent limit that leaves no room for another turn; null if there is room. */
  exhausted(): "time" | "tokens" | null;
}

export async function runRepairLoop(gates: readonly Gate[], actions: RepairActions): Promise<GatingResult> {
  const executions: GateExecution[] = [];
  const loops = new Map<string, number>();
  const done = (end: GatingEnd): GatingResult => ({ end, executions, loops });
  for (let turn = 0; ; turn += 1) {
    const red = await runGatePass(gates, { turn, executions, execute: actions.execute });
    if (red === null) return done({ how: "green" });
    const { gate, execution } = red;
    if (execution.ended_by === "cancel") return done({ how: "stopped" });
    const used = loops.get(gate.name) ?? 0;
    const why = used >= gate.repairLoops ? "exhausted" : actions.exhausted();
    if (why !== null) return done({ how: "red", gate: gate.name, why });
    loops.set(gate.name, used + 1);
    if (!(await actions.repair(gate, execution, used + 1))) return done({ how: "agent" });
  }
}

interface GatePass {
  readonly turn: number;
  /** Receives every execution. */
  readonly executions: GateExecution[];
  readonly execute: RepairActions["execute"];
}

/** Returns the first gate that fails even after its retries; null if all pass. */
async function runGatePass(
  gates: readonly Gate[],
  { turn, executions, execute }: GatePass,
): Promise<{ gate: Gate; execution: GateExecution } | null> {
  for (const gate of gates) {
    for (let retry = 0; ; retry += 1) {
      const before = executions.filter((each) => each.gate === gate.name).length;
      const execution = await execute(gate, { execution: before + 1, turn });
      executions.push(execution);
      if (execution.passed) break;
      if (retry >= gate.retries || execution.ended_by === "cancel") return { gate, execution };
    }
  }
  return null;
}
