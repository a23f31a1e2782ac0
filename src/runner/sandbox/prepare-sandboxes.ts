/** Prepares the sandboxes of a plan on this machine: each distinct policy once, before anything starts. */
import { resolveSandboxPolicy, type SandboxPolicy } from "../../core/config/sandbox-settings.ts";
import type { Job, Plan } from "../../core/plan.ts";
import type { RunSandbox } from "../../core/run/run-sandbox.ts";
import type { PolicyProblem } from "../../sandbox/drivers.ts";
import { planGateway } from "../gateway/plan-gateway.ts";
import { listPolicyProblems, prepareSandbox, type ReadySandbox, toRunSandbox } from "../../sandbox/policy.ts";

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
    if (found === undefined) throw new Error("the sandbox of this run was not prepared");
    return found;
  }

  /**
   * What reports will record, each once, and why there is no sandbox where "auto" found none. Keys are outside only if the
   * model requests of all its runs pass through the gateway.
   */
  describe(plan?: Pick<Plan, "jobs" | "rehearsal">, operator: NodeJS.ProcessEnv = {}): DescribedSandbox[] {
    return [...this.#ready].map(([key, ready]) => {
      const jobs = plan?.jobs.filter((job) => toKey(selectPolicy(job)) === key) ?? [];
      const question = { operator, policy: ready.policy, rehearsal: plan?.rehearsal };
      const hasGateway = jobs.length > 0 && jobs.every(({ agent }) => planGateway(agent.adapter, question) !== null);
      return { record: toRunSandbox(ready, hasGateway), fellBack: ready.chosen.fellBack?.missing };
    });
  }
}

interface DescribedSandbox {
  readonly record: RunSandbox;
  readonly fellBack: string | undefined;
}

export async function prepareSandboxes({ jobs, install }: Pick<Plan, "jobs" | "install">): Promise<ReadySandboxes> {
  return preparePolicies(jobs.map(selectPolicy), install !== false);
}

/** The same without a plan, for what a machine would use. */
export async function preparePolicies(wanted: readonly SandboxPolicy[], install: boolean): Promise<ReadySandboxes> {
  const policies = new Map(wanted.map((policy) => [toKey(policy), policy]));
  const ready = new Map<string, ReadySandbox>();
  const missing = new Set<string>();
  for (const [key, policy] of policies) {
    const prepared = await prepareSandbox(policy, install);
    if (Array.isArray(prepared))
      for (const { field, missing: why, fix } of prepared) missing.add(`sandbox.${field}: ${why}. ${fix}`);
    else ready.set(key, prepared);
  }
  return new ReadySandboxes(ready, [...missing]);
}

/** What a policy asks for and this machine cannot enforce, by field. */
export function listUnenforceable(policy: SandboxPolicy): Promise<PolicyProblem[]> {
  return listPolicyProblems(policy);
}

/** A plan that no config describes has no sandbox, but may limit what its runs use. */
export function selectPolicy({ sandbox, scenario }: Job): SandboxPolicy {
  return sandbox ?? resolveSandboxPolicy([{ ...scenario.sandbox, driver: "none" }]);
}

function toKey(policy: SandboxPolicy): string {
  return JSON.stringify(policy);
}
