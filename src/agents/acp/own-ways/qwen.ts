/** Qwen Code: writes a settings file with the sign-in method that fits the given API key. */
import { join } from "node:path";
import type { AgentTask, Env } from "../../../core/agent.ts";
import { providerUrlByName } from "../../../core/model/model-endpoint.ts";
import type { AgentPaths } from "../../program/program-options.ts";
import { writeHomeJson } from "../../program/home-file.ts";
import { createGeminiSettings } from "../../gemini/gemini-settings.ts";

/** Qwen's names for sign-in methods, by API key; the first key that is set decides. */
const authTypes: readonly (readonly [key: string, authType: string])[] = [
  ["OPENAI_API_KEY", "openai"],
  ["DASHSCOPE_API_KEY", "openai"],
  ["ANTHROPIC_API_KEY", "anthropic"],
  ["GEMINI_API_KEY", "gemini"],
];

/** Older versions use another variable for the home folder. */
export function qwenVariables({ home }: { readonly home: string }): Record<string, string> {
  const folder = join(home, ".qwen");
  return { QWEN_HOME: folder, QWEN_CODE_HOME: folder, QWEN_TELEMETRY_ENABLED: "false" };
}

export async function prepareQwen(task: AgentTask, { home, env }: AgentPaths): Promise<Env> {
  const [, authType] = authTypes.find(([key]) => env[key]) ?? ["", "openai"];
  await writeHomeJson(home, ".qwen/settings.json", createGeminiSettings(authType));
  const { endpoint } = task;
  if (endpoint === undefined) return {};
  if (endpoint.scripted) return { OPENAI_MODEL: task.model ?? "scripted-model" };
  return env["OPENAI_API_KEY"] === undefined && env["DASHSCOPE_API_KEY"] !== undefined
    ? { OPENAI_API_KEY: endpoint.key, OPENAI_BASE_URL: providerUrlByName(endpoint, "dashscope") }
    : {};
}
