/** OpenCode: writes a configuration file for options that have no environment variable. */
import type { AgentTask, Env } from "../../../core/agent.ts";
import { type ModelEndpoint, providerUrlByName } from "../../../core/model/model-endpoint.ts";
import { writeHomeJson } from "../../program/home-file.ts";

/** A judge may only read, including in the folder beside its own. */
const readOnlyPermissions = {
  "*": "deny",
  read: "allow",
  grep: "allow",
  glob: "allow",
  list: "allow",
  external_directory: "allow",
};

export async function prepareOpencode(task: AgentTask, { home }: { readonly home: string }): Promise<Env> {
  const config = {
    autoupdate: false,
    share: "disabled",
    permission: task.judging === undefined ? { "*": "allow" } : readOnlyPermissions,
    ...(task.endpoint === undefined ? {} : endpointConfig(task.endpoint)),
  };
  return { OPENCODE_CONFIG: await writeHomeJson(home, ".config/axis/opencode.json", config) };
}

function endpointConfig(endpoint: ModelEndpoint): Record<string, unknown> {
  return endpoint.scripted ? rehearsalConfig(endpoint) : { provider: gatewayProviders(endpoint) };
}

/** OpenCode's own providers at the gateway, which adds their keys. Its addresses include the version of the API. */
function gatewayProviders(endpoint: ModelEndpoint): Record<string, unknown> {
  const at = (name: string, version = "") => ({
    options: { baseURL: `${providerUrlByName(endpoint, name)}${version}`, apiKey: endpoint.key },
  });
  return {
    anthropic: at("anthropic", "/v1"),
    openai: at("openai"),
    google: at("google", "/v1beta"),
    openrouter: at("openrouter"),
  };
}

/** Configures one provider that answers from a script, in place of all others. */
function rehearsalConfig(endpoint: ModelEndpoint): Record<string, unknown> {
  const model = { name: "Scripted", tool_call: true, limit: { context: 128_000, output: 8192 } };
  return {
    model: "rehearsal/scripted-model",
    small_model: "rehearsal/scripted-model",
    enabled_providers: ["rehearsal"],
    provider: {
      rehearsal: {
        npm: "@ai-sdk/openai-compatible",
        name: "Rehearsal",
        options: { baseURL: providerUrlByName(endpoint, "openai"), apiKey: endpoint.key },
        models: { "scripted-model": model },
      },
    },
  };
}
