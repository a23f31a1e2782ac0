/** Decides whether an agent's model requests pass through AXIS, and where they go from there. */
import type { AgentAdapter } from "../../core/agent.ts";
import type { SandboxPolicy } from "../../core/config/sandbox-settings.ts";
import { type ModelProvider, findProviderByKey, modelProviders } from "../../core/model/model-provider.ts";
import type { Rehearsal } from "../../core/plan/rehearsal.ts";
import type { ProviderTarget } from "../../sandbox/gateway/gateway-options.ts";

export interface GatewayPlan {
  /** Variables whose values the token replaces. */
  readonly keys: readonly string[];
  /** By provider name. */
  readonly providers: Readonly<Record<string, ProviderTarget>>;
  readonly scripted: boolean;
}

/** Whether requests pass through AXIS, and which tools of the provider they may offer. */
export type GatewayPolicy = Pick<SandboxPolicy, "gateway" | "providerTools">;

export interface GatewayQuestion {
  readonly operator: NodeJS.ProcessEnv;
  readonly policy: GatewayPolicy;
  readonly rehearsal?: Rehearsal | undefined;
}

type AgentKeys = Pick<AgentAdapter, "gateway" | "acceptsEndpoint">;

/** Null if the agent calls its models itself: by policy, with a login, or because its adapter knows no other way. */
export function planGateway(adapter: AgentKeys, { operator, policy, rehearsal }: GatewayQuestion): GatewayPlan | null {
  if (policy.gateway === "off") return null;
  if (rehearsal !== undefined) return adapter.acceptsEndpoint === true ? planRehearsal(rehearsal) : null;
  const found = (adapter.gateway ?? []).flatMap((key) => findTarget(key, operator) ?? []);
  if (found.length === 0) return null;
  const providers = found.map(({ provider, target }) => [provider.name, target] as const);
  return { keys: found.map(({ key }) => key), providers: Object.fromEntries(providers), scripted: false };
}

/** The script answers for every provider. */
function planRehearsal({ endpoint: { url, key } }: Rehearsal): GatewayPlan {
  const providers = modelProviders.map(({ name, kind }) => {
    const address = kind === "anthropic" || kind === "google" ? url : `${url}/v1`;
    return [name, { url: address, key }] as const;
  });
  return { keys: [], providers: Object.fromEntries(providers), scripted: true };
}

interface FoundKey {
  readonly key: string;
  readonly provider: ModelProvider;
  readonly target: ProviderTarget;
}

function findTarget(key: string, operator: NodeJS.ProcessEnv): FoundKey | undefined {
  const provider = findProviderByKey(key);
  const value = operator[key];
  if (provider === undefined || value === undefined || value.trim() === "") return undefined;
  const chosen = provider.urlVariable === undefined ? undefined : operator[provider.urlVariable];
  const url = chosen === undefined || chosen.trim() === "" ? provider.url : chosen.trim();
  return url === undefined ? undefined : { key, provider, target: { url, key: value } };
}

/** What is wrong with a plan for the gateway, as sentences; empty if it can be used. */
export function listGatewayProblems(adapter: AgentKeys & { readonly name: string }, asked: GatewayQuestion): string[] {
  const plan = planGateway(adapter, asked);
  if (plan === null) return asked.policy.gateway === "on" ? [describeMissing(adapter)] : [];
  return Object.entries(plan.providers)
    .filter(([, { url }]) => !URL.canParse(url) || !/^https?:$/.test(new URL(url).protocol))
    .map(([name]) => `The address of ${name} in ${findUrlVariable(name)} is not a valid http or https URL`);
}

function describeMissing({ name, gateway = [] }: AgentKeys & { readonly name: string }): string {
  if (gateway.length === 0)
    return `sandbox.gateway is "on", but the agent ${name} cannot send its model requests through AXIS`;
  return `sandbox.gateway is "on", but none of its keys is set: ${gateway.join(", ")}`;
}

function findUrlVariable(provider: string): string {
  return modelProviders.find(({ name }) => name === provider)?.urlVariable ?? "its variable";
}
