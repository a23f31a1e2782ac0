/** Prepares the sandboxes of a plan on this machine: each distinct policy once, before anything starts. */
import { resolveSandboxPolicy, type SandboxPolicy } from "../../core/config/sandbox-settings.ts";
import type { Job, Plan } from "../../core/plan.ts";
import { prepareSandbox, type ReadySandbox } from "../../sandbox/policy.ts";

export class ReadySandboxes {
  readonly #ready: ReadonlyMap<string, ReadySandbox>;
  /** What this machine cannot enforce, as sentences. */
  readonly missing: readonly string[];

  constructor(ready: ReadonlyMap<string, ReadySandbox>, missing: readonly string[]) {
    this.#ready = ready;
    this.missing = missing;
  }

  /** Throws if the sandboxes of the plan were not prepared. */
  find(job: Job): ReadySandbox {
    const found = this.#ready.get(toKey(selectPolicy(job)));
    if (found === undefined) throw new Error("the sandbox of this job was not prepared");
    return found;
  }

  /** All of them, each once. */
  list(): ReadySandbox[] {
    return [...this.#ready.values()];
  }
}

export async function prepareSandboxes({ jobs, install }: Pick<Plan, "jobs" | "install">): Promise<ReadySandboxes> {
  const policies = new Map(jobs.map((job) => [toKey(selectPolicy(job)), selectPolicy(job)]));
  const ready = new Map<string, ReadySandbox>();
  const missing = new Set<string>();
  for (const [key, policy] of policies) {
    const prepared = await prepareSandbox(policy, install !== false);
    if (Array.isArray(prepared)) for (const { field, missing: why, fix } of prepared) missing.add(`sandbox.${field}: ${why}. ${fix}`);
    else ready.set(key, prepared);
  }
  return new ReadySandboxes(ready, [...missing]);
}

/** A plan that no config describes has no sandbox, but may limit what its runs use. */
function selectPolicy({ sandbox, scenario }: Job): SandboxPolicy {
  return sandbox ?? resolveSandboxPolicy([{ ...scenario.sandbox, driver: "none" }]);
}

function toKey(policy: SandboxPolicy): string {
  return JSON.stringify(policy);
}
