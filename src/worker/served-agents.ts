/** Which agents a worker serves: the configured ones, or all agents of stored bundles that can run on this machine. */
import { type ListedBundle, listNewestBundles } from "./bundle/bundle-store.ts";
import { errorMessage } from "../core/error.ts";
import type { Plan } from "../core/plan.ts";
import { probeAgents } from "../runner/agents/readiness.ts";
import { isTransient } from "../store/sql/retry.ts";
import { loadBundlePlan } from "./attempt/run-plan.ts";
import { type PlanningDeps, toRunEnvironment, type WorkerDeps } from "./worker-deps.ts";

/** Older bundles have no waiting runs, or newer bundles have the same agents. */
const maxBundles = 50;
/** A bundle is checked again after this time, because the cause may have been temporary, such as a full disk. */
const recheckMs = 60_000;

export class ServedAgents {
  readonly #found = new Map<string, readonly string[]>();
  readonly #useless = new Map<string, number>();

  constructor(
    readonly told: readonly string[] | undefined,
    readonly deps: WorkerDeps,
  ) {}

  /** Checks the bundles that are new since the last call. */
  async names(): Promise<string[]> {
    if (this.told !== undefined) return [...this.told];
    const bundles = await listNewestBundles(this.deps.database, { limit: maxBundles });
    for (const bundle of bundles) await this.#look(bundle);
    return [...new Set([...this.#found.values()].flat())].toSorted();
  }

  async #look({ sha256, manifest }: ListedBundle): Promise<void> {
    const key = Buffer.from(sha256).toString("hex");
    const failed = this.#useless.get(key);
    if (this.#found.has(key) || (failed !== undefined && performance.now() - failed < recheckMs)) return;
    try {
      this.#found.set(key, await this.#usable(sha256));
    } catch (error) {
      if (isTransient(error)) throw error;
      this.#useless.set(key, performance.now());
      if (failed === undefined)
        this.deps.log(`Warning: a bundle of ${manifest.workspace} cannot be used here: ${errorMessage(error)}`);
    }
  }

  async #usable(sha256: Uint8Array): Promise<string[]> {
    const plan = await loadBundlePlan(sha256, this.deps);
    return await listUsableAgents(plan, this.deps);
  }
}

/** The agents of a plan that can run on this machine. Logs what the others lack. */
export async function listUsableAgents(plan: Plan, { env, log }: PlanningDeps): Promise<string[]> {
  const found = await probeAgents(plan, toRunEnvironment(env));
  for (const [name, { missing }] of found) for (const what of missing) log(`${name} is not served here: ${what}`);
  return [...found].filter(([, { missing }]) => missing.length === 0).map(([name]) => name);
}
