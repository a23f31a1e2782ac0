/** Gemini CLI: a settings file, and a variable that stands for the home folder. */
import { join } from "node:path";
import type { AgentTask, Env } from "../../../core/agent.ts";
import { placeJson } from "../../program/placed-file.ts";
import { geminiSettings } from "./gemini-settings.ts";

/** A project of Google Cloud in the operator's environment would change how it signs in. */
export function geminiHome({ home }: { readonly home: string }): Record<string, string> {
  return { GEMINI_CLI_HOME: home, GEMINI_TELEMETRY_ENABLED: "false", GOOGLE_CLOUD_PROJECT: "" };
}

export function geminiSkills({ home }: { readonly home: string }): string {
  return join(home, ".gemini", "skills");
}

export async function prepareGemini(_task: AgentTask, { home }: { readonly home: string }): Promise<Env> {
  await placeJson(home, ".gemini/settings.json", geminiSettings("gemini-api-key"));
  return {};
}
