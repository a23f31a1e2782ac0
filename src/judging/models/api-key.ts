/** Finds the API key of a model, and says which variable is missing. */
import type { ModelSpec } from "./model-spec.ts";
import type { Provider } from "./provider.ts";
import { llmRegistry, type ProviderRegistry } from "./registry.ts";

export type Environment = Readonly<Record<string, string | undefined>>;

/** The variable that contains the key of this model, if it needs one. */
export function findKeyVariable(spec: ModelSpec, provider: Provider | undefined): string | undefined {
  return spec.apiKeyEnv ?? provider?.keyVariable;
}

/** What must be set before this model can be asked, as one sentence; null if nothing is missing. */
export function describeMissingKey(
  spec: ModelSpec,
  env: Environment,
  registry: ProviderRegistry = llmRegistry,
): string | null {
  const variable = findKeyVariable(spec, registry.find(spec.provider));
  if (variable === undefined || isSet(env[variable])) return null;
  return `${spec.provider}/${spec.model} needs ${variable}, which is not set`;
}

/** The key itself; undefined if none is needed or set. */
export function findApiKey(spec: ModelSpec, provider: Provider, env: Environment): string | undefined {
  const variable = findKeyVariable(spec, provider);
  const key = variable === undefined ? undefined : env[variable];
  return isSet(key) ? key : undefined;
}

function isSet(value: string | undefined): value is string {
  return value !== undefined && value.trim() !== "";
}
