/** Runs that use the same provider key share a lane: as wide as the concurrency, and narrower after rate-limit refusals. */
import type { Env } from "../core/agent.ts";
import type { PlannedAgent } from "../core/plan.ts";
import type { Pace } from "../core/report/pace.ts";
import type { RunDetail } from "../core/report/run-detail.ts";
import type { Gate } from "../pace/gate.ts";
import { type Gates, sharedGates } from "../pace/gates.ts";

export interface LanesWorld {
  /** Runs at once in a lane without refusals. */
  readonly atOnce: number;
  /** The environment with the agents' keys. */
  readonly env: Readonly<Partial<Env>>;
  readonly onNarrowed: (message: string) => void;
  readonly gates?: Gates;
}

interface Lane {
  readonly gate: Gate & Disposable;
  readonly agents: Set<string>;
}

/** Adapters also list variables that are not keys, such as an address or a model. */
const keyName = /KEY|TOKEN|AUTH/;

export class Lanes implements Disposable {
  readonly #world: LanesWorld;
  readonly #lanes = new Map<string, Lane>();
  #isReleased = false;

  constructor(world: LanesWorld) {
    this.#world = world;
  }

  /** Runs the work once the agent's lane has room. */
  pass<T>(agent: PlannedAgent, work: () => Promise<T>): Promise<T> {
    return this.#laneOf(agent).gate.pass(work);
  }

  /** Records how a run ended: a rate-limit refusal narrows its lane, anything else widens it again. */
  note(agent: PlannedAgent, { outcome }: Pick<RunDetail, "outcome">): void {
    const { gate } = this.#laneOf(agent);
    if (outcome.status === "failed" && outcome.code === "rate-limit") gate.refused();
    else gate.answered();
  }

  /** Lets all waiting work through, because the evaluation is being stopped. */
  release(): void {
    this.#isReleased = true;
    for (const { gate } of this.#lanes.values()) gate.release();
  }

  /** The lanes that were narrowed. */
  get narrowed(): Pace[] {
    const { atOnce } = this.#world;
    return [...this.#lanes.values()]
      .filter(({ gate }) => gate.lowest < atOnce)
      .map(({ gate, agents }) => ({ agents: [...agents].toSorted(), atOnce, lowest: gate.lowest }));
  }

  #laneOf({ name, adapter }: PlannedAgent): Lane {
    const variables = [...(adapter.keys?.required ?? []), ...(adapter.keys?.optional ?? [])];
    const values = variables.flatMap((variable) => (keyName.test(variable) && this.#world.env[variable]) || []);
    const keys = [...new Set(values)].toSorted();
    const id = JSON.stringify(keys.length === 0 ? adapter.name : keys);
    const lane = this.#lanes.get(id) ?? this.#open(keys);
    this.#lanes.set(id, lane);
    lane.agents.add(name);
    return lane;
  }

  #open(keys: readonly string[]): Lane {
    const { atOnce, onNarrowed, gates = sharedGates } = this.#world;
    const agents = new Set<string>();
    const gate = gates.forRuns(keys, {
      start: atOnce,
      onNarrowed: (limit) =>
        onNarrowed(
          `${[...agents].join(", ")}: rate limited by the provider, so only ${runs(limit)} at once from now on`,
        ),
    });
    if (this.#isReleased) gate.release();
    return { gate, agents };
  }

  [Symbol.dispose](): void {
    for (const { gate } of this.#lanes.values()) gate[Symbol.dispose]();
  }
}

function runs(count: number): string {
  return count === 1 ? "1 run" : `${count} runs`;
}
