/** OpenCode: writes a configuration file for options that have no environment variable. */
import type { AgentTask, Env } from "../../../core/agent.ts";
import type { ModelEndpoint } from "../../../core/model/model-endpoint.ts";
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
    ...(task.endpoint === undefined ? {} : rehearsalConfig(task.endpoint)),
  };
  return { OPENCODE_CONFIG: await writeHomeJson(home, ".config/axis/opencode.json", config) };
}

/** Configures one provider that answers from a script, in place of all others. */
function rehearsalConfig({ url, key }: ModelEndpoint): Record<string, unknown> {
  const model = { name: "Scripted", tool_call: true, limit: { context: 128_000, output: 8192 } };
  return {
    model: "rehearsal/scripted-model",
    small_model: "rehearsal/scripted-model",
    enabled_providers: ["rehearsal"],
    provider: {
      rehearsal: {
        npm: "@ai-sdk/openai-compatible",
        name: "Rehearsal",
        options: { baseURL: `${url}/v1`, apiKey: key },
        models: { "scripted-model": model },
      },
    },
  };
}
