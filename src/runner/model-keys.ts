/** Names of variables that hold a model's key: a check never sees one, whatever the config says. */
import type { AgentAdapter } from "../core/agent.ts";

const providerKeys = [
  "ANTHROPIC_API_KEY",
  "OPENAI_API_KEY",
  "CODEX_API_KEY",
  "GEMINI_API_KEY",
  "GOOGLE_API_KEY",
  "OPENROUTER_API_KEY",
];

export function modelKeys(adapter: AgentAdapter): readonly string[] {
  return [...providerKeys, ...(adapter.keys?.required ?? []), ...(adapter.keys?.optional ?? [])];
}
