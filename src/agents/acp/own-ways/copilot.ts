/** Copilot: ignores stdio MCP servers that are passed with the session, so a flag names them. */
import { join } from "node:path";
import type { AgentTask, Env } from "../../../core/agent.ts";
import { providerUrlByName } from "../../../core/model/model-endpoint.ts";
import type { McpServer } from "../../../core/scenario/mcp-server.ts";
import { writeHomeJson } from "../../program/home-file.ts";

const serversFile = ".copilot/axis-mcp.json";

export async function prepareCopilot(task: AgentTask, { home }: { readonly home: string }): Promise<Env> {
  const servers = Object.entries(task.mcpServers).map(([name, server]) => [name, toCopilotServer(server)]);
  if (servers.length > 0) await writeHomeJson(home, serversFile, { mcpServers: Object.fromEntries(servers) });
  const { endpoint } = task;
  // With a key of the operator's own, the variables are already set.
  if (endpoint === undefined || !endpoint.scripted) return {};
  return {
    COPILOT_OFFLINE: "true",
    COPILOT_PROVIDER_BASE_URL: providerUrlByName(endpoint, "openai"),
    COPILOT_PROVIDER_API_KEY: endpoint.key,
    COPILOT_MODEL: "scripted-model",
  };
}

export function copilotServerArguments({ mcpServers }: AgentTask, { home }: { readonly home: string }): string[] {
  return Object.keys(mcpServers).length === 0 ? [] : ["--additional-mcp-config", `@${join(home, serversFile)}`];
}

function toCopilotServer(server: McpServer): unknown {
  if (server.type === "http") return { type: "http", url: server.url, headers: server.headers ?? {}, tools: ["*"] };
  return { type: "local", command: server.command, args: server.args ?? [], env: server.env ?? {}, tools: ["*"] };
}
