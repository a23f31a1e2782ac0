/** What Gemini CLI and Qwen Code, which grew out of it, both want in their settings file. */
import type { McpServer, McpServers } from "../../core/scenario/mcp-server.ts";

/** No search of the workspace before the prompt, no question about trust, no traffic but to the model. */
export function geminiSettings(authType: string): Record<string, unknown> {
  return {
    security: { auth: { selectedType: authType }, folderTrust: { enabled: false } },
    general: { enableAutoUpdate: false, enableAutoUpdateNotification: false },
    context: { discoveryMaxDirs: 0, memoryBoundaryMarkers: [] },
    privacy: { usageStatisticsEnabled: false },
    telemetry: { enabled: false },
  };
}

/** MCP servers as these settings have them; trusted, since there is nobody to ask before each call. */
export function geminiServers(servers: McpServers): Record<string, unknown> {
  return Object.fromEntries(Object.entries(servers).map(([name, server]) => [name, geminiServer(server)]));
}

function geminiServer(server: McpServer): unknown {
  if (server.type === "http") return { httpUrl: server.url, headers: server.headers ?? {}, trust: true };
  return { command: server.command, args: server.args ?? [], env: server.env ?? {}, trust: true };
}
