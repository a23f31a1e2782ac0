/** Sends the stages of a run as each of them ends: the same stages that its facts will have, as far as they are known. */
import type { AgentTurn, GateExecution } from "../../core/scenario/gate.ts";
import type { StageFacts } from "../../core/run/run-facts.ts";
import type { OnProgress } from "../../core/run/run-progress.ts";
import type { Scenario } from "../../core/scenario.ts";
import { listGates } from "../gates/gate-runner.ts";
import { listStages } from "./stages.ts";

export class StageProgress {
  readonly #scenario: Scenario;
  readonly #send: OnProgress;
  readonly #executions: GateExecution[] = [];
  #agentPassed: boolean | null = null;
  #loops: ReadonlyMap<string, number> = new Map();

  constructor(scenario: Scenario, tell: OnProgress = () => {}) {
    this.#scenario = scenario;
    this.#send = tell;
  }

  setupEnded(): void {
    if (this.#scenario.setup.length > 0) this.#sendStages();
  }

  agentEnded(passed: boolean): void {
    this.#agentPassed = passed;
    this.#sendStages();
  }

  gateEnded(execution: GateExecution, turns: readonly Pick<AgentTurn, "repairs">[]): void {
    this.#executions.push(execution);
    this.#loops = countRepairLoops(turns);
    this.#sendStages();
  }

  /** Checks end together, and the run ends with them. */
  allEnded(stages: readonly StageFacts[]): void {
    this.#send({ what: "stages", stages, gates: [...this.#executions] });
  }

  #sendStages(): void {
    const gates = [...this.#executions];
    const stages = listStages({
      setupPassed: this.#scenario.setup.length > 0 ? true : null,
      agentPassed: this.#agentPassed,
      gates: listGates(this.#scenario),
      gating: gates.length === 0 ? null : { executions: gates, loops: this.#loops },
      verified: [],
    });
    this.#send({ what: "stages", stages, gates });
  }
}

/** Counts the repair turns each gate has caused. */
function countRepairLoops(turns: readonly Pick<AgentTurn, "repairs">[]): Map<string, number> {
  const loops = new Map<string, number>();
  for (const { repairs } of turns) if (repairs !== null) loops.set(repairs, (loops.get(repairs) ?? 0) + 1);
  return loops;
}
