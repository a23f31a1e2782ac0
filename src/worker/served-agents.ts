/** Which agents a worker serves: the configured ones, or all agents of stored bundles that can run on this machine. */
import { type ListedBundle, newestBundles } from "../bundle/bundle-shelf.ts";
import { messageOf } from "../core/error.ts";
import type { Plan } from "../core/plan.ts";
import { readAgents } from "../runner/agents/readiness.ts";
import { isPassing } from "../store/sql/retry.ts";
import { planOfBundle } from "./attempt/run-plan.ts";
import { environmentOfRuns, type WorkerWorld } from "./worker-world.ts";

/** Older bundles have no waiting runs, or newer bundles have the same agents. */
const lookBack = 50;
/** A bundle is checked again after this time, because the cause may have been temporary, such as a full disk. */
const againMs = 60_000;

export interface AgentsLookup {
  /** Called every few seconds. */
  names(): Promise<string[]>;
  /** Called before a run is claimed. False if the run would fail only because the project is being edited. */
  canPlan(): Promise<boolean>;
}

export class ServedAgents implements AgentsLookup {
  readonly #found = new Map<string, readonly string[]>();
  readonly #useless = new Map<string, number>();

  constructor(
    readonly told: readonly string[] | undefined,
    readonly world: WorkerWorld,
  ) {}

  /** Checks the bundles that are new since the last call. */
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
        this.world.say(`Warning: a bundle of ${manifest.workspace} cannot be used here: ${messageOf(error)}`);
    }
  }

  async #usable(sha256: Uint8Array): Promise<string[]> {
    const plan = await planOfBundle(sha256, this.world);
    return await usableAgents(plan, this.world);
  }
}

/** The agents of a plan that can run on this machine. Logs what the others lack. */
export async function usableAgents(plan: Plan, { env, say }: Pick<WorkerWorld, "env" | "say">): Promise<string[]> {
  const found = await readAgents(plan, environmentOfRuns(env));
  for (const [name, { missing }] of found) for (const what of missing) say(`${name} is not served here: ${what}`);
  return [...found].filter(([, { missing }]) => missing.length === 0).map(([name]) => name);
}
