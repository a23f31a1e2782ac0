/** Where an agent sends its model requests instead of to the vendors, and the variables that point programs there. */
import { findProviderByKey, type ModelProvider, modelProviders } from "./model-provider.ts";

/** The address that is called instead of the vendor's service: the gateway of a run, or a script. */
export interface ModelEndpoint {
  /** Origin without a path or trailing slash, such as http://127.0.0.1:4000. `providerUrl` adds the provider's path. */
  readonly url: string;
  /** Replaces every vendor's key. */
  readonly key: string;
  /** Whether a script answers. Only then may an adapter choose a model itself. */
  readonly scripted: boolean;
  /** Tools of the provider that the agent may use, such as "web_search"; absent or "*": all. */
  readonly providerTools?: readonly string[];
}

/** The provider's address at the endpoint, in the form of its own base URL. */
export function providerUrl({ url }: Pick<ModelEndpoint, "url">, { name, kind }: ModelProvider): string {
  if (kind === "compatible") return `${url}/compatible/${name}/v1`;
  return kind === "openai" ? `${url}/openai/v1` : `${url}/${kind}`;
}

/** The same by the provider's name. */
export function providerUrlByName(endpoint: ModelEndpoint, name: string): string {
  const provider = modelProviders.find((row) => row.name === name);
  if (provider === undefined) throw new Error(`There is no model provider ${name}`);
  return providerUrl(endpoint, provider);
}

const scriptedKeys = ["ANTHROPIC_API_KEY", "OPENAI_API_KEY", "CODEX_API_KEY", "GEMINI_API_KEY"];

/** The variables that most programs and SDKs read. A program that needs a file writes it from `AgentTask.endpoint`. */
export function endpointVariables(
  endpoint: Pick<ModelEndpoint, "url" | "key">,
  keys: readonly string[] = scriptedKeys,
): Record<string, string> {
  const variables: Record<string, string> = {};
  for (const key of keys) {
    const provider = findProviderByKey(key);
    if (provider === undefined) continue;
    variables[key] = endpoint.key;
    if (provider.urlVariable !== undefined) variables[provider.urlVariable] = providerUrl(endpoint, provider);
  }
  return variables;
}

/** Whether the agent may use a tool that runs at the provider. */
export function allowsProviderTool({ providerTools = ["*"] }: ModelEndpoint, tool: string): boolean {
  return providerTools.includes("*") || providerTools.includes(tool);
}
