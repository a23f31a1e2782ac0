/** Where Claude keeps its files during a run, and the environment variables that keep it there. */
import { join } from "node:path";
import type { AgentTask } from "../../core/agent.ts";
import { allowsProviderTool } from "../../core/model/model-endpoint.ts";
import { writeHomeJson } from "../program/home-file.ts";

interface Paths {
  readonly workspace: string;
  readonly home: string;
}

/** Excludes the operator's configuration, memory of other runs, and all traffic except to the model. */
export function claudeIsolation({ home }: Paths): Record<string, string> {
  return {
    CLAUDE_CONFIG_DIR: join(home, ".claude"),
    CLAUDE_CODE_DISABLE_AUTO_MEMORY: "1",
    CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC: "1",
    DISABLE_AUTOUPDATER: "1",
    DISABLE_ERROR_REPORTING: "1",
    DISABLE_TELEMETRY: "1",
    ...(isRoot() ? { IS_SANDBOX: "1" } : {}),
  };
}

export function claudeSkills({ home }: Paths): string {
  return join(home, ".claude", "skills");
}

/** Behind a gateway, Claude must not ask Anthropic itself about each host that it fetches a page from. */
export async function writeClaudeSettings({ endpoint }: AgentTask, home: string): Promise<void> {
  if (endpoint === undefined) return;
  const denied = allowsProviderTool(endpoint, "web_search") ? {} : { permissions: { deny: ["WebSearch"] } };
  await writeHomeJson(home, ".claude/settings.json", { skipWebFetchPreflight: true, ...denied });
}

export function isRoot(): boolean {
  return process.getuid?.() === 0;
}
