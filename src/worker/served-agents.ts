/** Which agents a worker serves: those it was told, else all of the stored bundles that this machine has what it takes for. */
import { type ListedBundle, newestBundles } from "../bundle/bundle-shelf.ts";
import { messageOf } from "../core/error.ts";
import type { Plan } from "../core/plan.ts";
import { readAgents } from "../runner/agents/readiness.ts";
import { isPassing } from "../store/sql/retry.ts";
import { planOfBundle } from "./attempt/run-plan.ts";
import { environmentOfRuns, type WorkerWorld } from "./worker-world.ts";

/** Older bundles have no runs that still wait, or their agents are in newer ones too. */
const lookBack = 50;
/** What was of no use may have been a folder that was full for a moment. */
const againMs = 60_000;

export interface AgentsLookup {
  /** Asked every few seconds. */
  names(): Promise<string[]>;
  /** Asked before a run is claimed: false where it would fail only because somebody is at work on the project. */
  canPlan(): Promise<boolean>;
}

export class ServedAgents implements AgentsLookup {
  readonly #found = new Map<string, readonly string[]>();
  readonly #useless = new Map<string, number>();

  constructor(
    readonly told: readonly string[] | undefined,
    readonly world: WorkerWorld,
  ) {}

  /** Looks at bundles that are new since the last time. */
  async names(): Promise<string[]> {
    if (this.told !== undefined) return [...this.told];
    const bundles = await newestBundles(this.world.database, { limit: lookBack });
    for (const bundle of bundles) await this.#look(bundle);
    return [...new Set([...this.#found.values()].flat())].toSorted();
  }

  /** Bundles never change. */
  async canPlan(): Promise<boolean> {
    return true;
  }

  async #look({ sha256, manifest }: ListedBundle): Promise<void> {
    const key = Buffer.from(sha256).toString("hex");
    const failed = this.#useless.get(key);
    if (this.#found.has(key) || (failed !== undefined && performance.now() - failed < againMs)) return;
    try {
      this.#found.set(key, await this.#usable(sha256));
    } catch (error) {
      if (isPassing(error)) throw error;
      this.#useless.set(key, performance.now());
      if (failed === undefined)
        this.world.say(`Warning: a bundle of ${manifest.workspace} is of no use here: ${messageOf(error)}`);
    }
  }

  async #usable(sha256: Uint8Array): Promise<string[]> {
    const plan = await planOfBundle(sha256, this.world);
    return await usableAgents(plan, this.world);
  }
}

/** Agents of a plan that this machine has what it takes for; what the others lack is said. */
export async function usableAgents(plan: Plan, { env, say }: Pick<WorkerWorld, "env" | "say">): Promise<string[]> {
  const found = await readAgents(plan, environmentOfRuns(env));
  for (const [name, { missing }] of found) for (const what of missing) say(`${name} is not served here: ${what}`);
  return [...found].filter(([, { missing }]) => missing.length === 0).map(([name]) => name);
}
