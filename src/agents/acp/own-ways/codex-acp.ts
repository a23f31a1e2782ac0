/** Codex over ACP: the same configuration file as `codex`, but without MCP servers, which are passed with the session. */
import { join } from "node:path";
import type { AgentTask, Env } from "../../../core/agent.ts";
import { formatCodexConfig } from "../../codex/codex-config.ts";
import { writeHomeFile } from "../../program/home-file.ts";

/** In its default mode it has a model approve each MCP call, so the mode is set to full access. */
export function codexVariables({ home }: { readonly home: string }): Record<string, string> {
  return { CODEX_HOME: join(home, ".codex"), INITIAL_AGENT_MODE: "agent-full-access" };
}

export async function prepareCodex(task: AgentTask, paths: { home: string; workspace: string }): Promise<Env> {
  await writeHomeFile(
    paths.home,
    ".codex/config.toml",
    formatCodexConfig({ ...task, mcpServers: {} }, { workspace: paths.workspace, keyVariable: "OPENAI_API_KEY" }),
  );
  const isLimited = task.judging !== undefined && task.sandboxed !== true;
  return isLimited ? { INITIAL_AGENT_MODE: "read-only" } : {};
}
