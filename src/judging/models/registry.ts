/** The available providers: the built-in ones, and those a project adds. */
import { AxisError } from "../../core/error.ts";
import type { Provider } from "./provider.ts";
import { builtInProviders } from "./provider-table.ts";

export interface ProviderRegistry {
  /** Adds a provider under its name and aliases. Throws if a name is already taken. */
  register(provider: Provider): void;
  find(name: string): Provider | undefined;
  /** All names and aliases, in the order they were added. */
  names(): readonly string[];
}

export function providerRegistry(providers: readonly Provider[] = builtInProviders): ProviderRegistry {
  const known = new Map<string, Provider>();
  const register = (provider: Provider) => {
    const names = [provider.name, ...(provider.aliases ?? [])];
    const taken = names.find((name) => known.has(name));
    if (taken !== undefined) throw new AxisError("name-invalid", `Provider "${taken}" is already registered`);
    for (const name of names) known.set(name, provider);
  };
  for (const provider of providers) register(provider);
  return { register, find: (name) => known.get(name), names: () => [...known.keys()] };
}

/** The default registry. */
export const llmRegistry: ProviderRegistry = providerRegistry();
