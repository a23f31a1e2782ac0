/** Settings that Gemini CLI and its descendant Qwen Code share. */
import { allowsProviderTool, type ModelEndpoint } from "../../core/model/model-endpoint.ts";
import type { McpServer, McpServers } from "../../core/scenario/mcp-server.ts";

/** Turns off the workspace search before the prompt, the trust dialog, and all traffic except to the model. */
export function createGeminiSettings(authType: string): Record<string, unknown> {
  return {
    security: { auth: { selectedType: authType }, folderTrust: { enabled: false } },
    general: { enableAutoUpdate: false, enableAutoUpdateNotification: false },
    context: { discoveryMaxDirs: 0, memoryBoundaryMarkers: [] },
    privacy: { usageStatisticsEnabled: false },
    telemetry: { enabled: false },
  };
}

/** Tools of Gemini that search or fetch at the provider; excluded where AXIS withholds them. */
export function excludeProviderTools(endpoint: ModelEndpoint | undefined): Record<string, unknown> {
  const tools = [
    ["google_search", "google_web_search"],
    ["url_context", "web_fetch"],
  ] as const;
  const excluded = tools.flatMap(([provided, name]) =>
    endpoint === undefined || allowsProviderTool(endpoint, provided) ? [] : [name],
  );
  return excluded.length === 0 ? {} : { tools: { exclude: excluded } };
}

/** MCP servers in the format of these settings; trusted, because no human can approve each call. */
export function toGeminiServers(servers: McpServers): Record<string, unknown> {
  return Object.fromEntries(Object.entries(servers).map(([name, server]) => [name, toGeminiServer(server)]));
}

function toGeminiServer(server: McpServer): unknown {
  if (server.type === "http") return { httpUrl: server.url, headers: server.headers ?? {}, trust: true };
  return { command: server.command, args: server.args ?? [], env: server.env ?? {}, trust: true };
}
