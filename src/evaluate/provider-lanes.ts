/** Runs that use the same provider key share a lane: as wide as the concurrency, and narrower after rate-limit refusals. */
import type { Env } from "../core/agent.ts";
import { listAgentKeys } from "../core/agent/agent-keys.ts";
import type { Outcome } from "../core/outcome.ts";
import type { PlannedAgent } from "../core/plan.ts";
import type { ProviderRate } from "../core/report/provider-rate.ts";
import type { RateLimiter } from "../judging/rate/rate-limiter.ts";
import { type RateLimiters, sharedRateLimiters } from "../judging/rate/rate-limiters.ts";

interface ProviderLanesOptions {
  /** Runs at once in a lane without refusals. */
  readonly concurrency: number;
  /** The environment with the agents' keys. */
  readonly env: Readonly<Partial<Env>>;
  readonly onNarrowed: (message: string) => void;
  readonly rateLimiters?: RateLimiters;
}

interface ProviderLane {
  readonly rateLimiter: RateLimiter & Disposable;
  readonly agents: Set<string>;
}

/** Adapters also list variables that are not keys, such as an address or a model. */
const keyName = /KEY|TOKEN|AUTH/;

export class ProviderLanes implements Disposable {
  readonly #options: ProviderLanesOptions;
  readonly #lanes = new Map<string, ProviderLane>();
  #isReleased = false;

  constructor(options: ProviderLanesOptions) {
    this.#options = options;
  }

  /** Runs the work once the agent's lane has room. */
  run<T>(agent: PlannedAgent, work: () => Promise<T>): Promise<T> {
    return this.#laneOf(agent).rateLimiter.run(work);
  }

  /** Records how a run ended: a rate-limit refusal narrows its lane, anything else widens it again. */
  recordOutcome(agent: PlannedAgent, outcome: Outcome): void {
    const { rateLimiter } = this.#laneOf(agent);
    if (outcome.status === "failed" && outcome.code === "rate-limit") rateLimiter.recordRefusal();
    else rateLimiter.recordAnswer();
  }

  /** Lets all waiting work through, because the evaluation is being stopped. */
  release(): void {
    this.#isReleased = true;
    for (const { rateLimiter } of this.#lanes.values()) rateLimiter.release();
  }

  /** The lanes that were narrowed. */
  get narrowed(): ProviderRate[] {
    const { concurrency } = this.#options;
    return [...this.#lanes.values()]
      .filter(({ rateLimiter }) => rateLimiter.lowest < concurrency)
      .map(({ rateLimiter, agents }) => ({
        agents: [...agents].toSorted(),
        atOnce: concurrency,
        lowest: rateLimiter.lowest,
      }));
  }

  #laneOf({ name, adapter }: PlannedAgent): ProviderLane {
    const values = listAgentKeys(adapter).flatMap(
      (variable) => (keyName.test(variable) && this.#options.env[variable]) || [],
    );
    const keys = [...new Set(values)].toSorted();
    const id = JSON.stringify(keys.length === 0 ? adapter.name : keys);
    const lane = this.#lanes.get(id) ?? this.#open(keys);
    this.#lanes.set(id, lane);
    lane.agents.add(name);
    return lane;
  }

  #open(keys: readonly string[]): ProviderLane {
    const { concurrency, onNarrowed, rateLimiters = sharedRateLimiters } = this.#options;
    const agents = new Set<string>();
    const gate = rateLimiters.forRuns(keys, {
      start: concurrency,
      onNarrowed: (limit) =>
        onNarrowed(
          `${[...agents].join(", ")}: rate limited by the provider, so only ${formatRuns(limit)} at once from now on`,
        ),
    });
    if (this.#isReleased) gate.release();
    return { rateLimiter: gate, agents };
  }

  [Symbol.dispose](): void {
    for (const { rateLimiter } of this.#lanes.values()) rateLimiter[Symbol.dispose]();
  }
}

function formatRuns(count: number): string {
  return count === 1 ? "1 run" : `${count} runs`;
}
