/** The loop of gates and repair turns: from the first gate on, until all pass in one go or nothing more may be tried. */
import type { Gate, GateExecution } from "../../core/scenario/gate.ts";

/** How the gates of a run ended. */
export type GatingEnd =
  | { readonly how: "green" }
  | { readonly how: "red"; readonly gate: string; readonly why: "exhausted" | "time" | "tokens" }
  /** A repair turn did not complete. */
  | { readonly how: "agent" }
  /** Somebody stopped the run. */
  | { readonly how: "stopped" };

export interface Gating {
  readonly end: GatingEnd;
  readonly executions: readonly GateExecution[];
  /** Repair turns that each gate caused. */
  readonly loops: ReadonlyMap<string, number>;
}

/** What the loop may do. */
export interface GatingWorld {
  /** Runs a gate once. */
  execute(gate: Gate, position: Pick<GateExecution, "execution" | "turn">): Promise<GateExecution>;
  /** Gives the agent a turn; true where it completed. */
  repair(gate: Gate, execution: GateExecution, loop: number): Promise<boolean>;
  /** Which of the agent's limits leaves no room for another turn; null where there is room. */
  exhausted(): "time" | "tokens" | null;
}

export async function passGates(gates: readonly Gate[], world: GatingWorld): Promise<Gating> {
  const executions: GateExecution[] = [];
  const loops = new Map<string, number>();
  const done = (end: GatingEnd): Gating => ({ end, executions, loops });
  for (let turn = 0; ; turn += 1) {
    const red = await onePass(gates, { turn, executions, execute: world.execute });
    if (red === null) return done({ how: "green" });
    const { gate, execution } = red;
    if (execution.ended_by === "cancel") return done({ how: "stopped" });
    const used = loops.get(gate.name) ?? 0;
    const why = used >= gate.repairLoops ? "exhausted" : world.exhausted();
    if (why !== null) return done({ how: "red", gate: gate.name, why });
    loops.set(gate.name, used + 1);
    if (!(await world.repair(gate, execution, used + 1))) return done({ how: "agent" });
  }
}

interface Pass {
  readonly turn: number;
  /** Every execution is added. */
  readonly executions: GateExecution[];
  readonly execute: GatingWorld["execute"];
}

/** The first gate that fails also when it is repeated; null where all pass. */
async function onePass(
  gates: readonly Gate[],
  { turn, executions, execute }: Pass,
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
