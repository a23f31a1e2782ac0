/** Qwen Code: a settings file, and a way to sign in that follows from the key it is given. */
import { join } from "node:path";
import type { AgentTask, Env } from "../../../core/agent.ts";
import type { AgentPaths } from "../../program/program-options.ts";
import { placeJson } from "../../program/placed-file.ts";
import { geminiSettings } from "../../gemini/gemini-settings.ts";

/** Its names for the ways to sign in with a key; the first that is set counts. */
const authTypes: readonly (readonly [key: string, authType: string])[] = [
  ["OPENAI_API_KEY", "openai"],
  ["DASHSCOPE_API_KEY", "openai"],
  ["ANTHROPIC_API_KEY", "anthropic"],
  ["GEMINI_API_KEY", "gemini"],
];

/** Older versions know the home by another name. */
export function qwenHome({ home }: { readonly home: string }): Record<string, string> {
  const folder = join(home, ".qwen");
  return { QWEN_HOME: folder, QWEN_CODE_HOME: folder, QWEN_TELEMETRY_ENABLED: "false" };
}

export async function prepareQwen(task: AgentTask, { home, env }: AgentPaths): Promise<Env> {
  const [, authType] = authTypes.find(([key]) => env[key]) ?? ["", "openai"];
  await placeJson(home, ".qwen/settings.json", geminiSettings(authType));
  return task.endpoint === undefined ? {} : { OPENAI_MODEL: task.model ?? "scripted-model" };
}
