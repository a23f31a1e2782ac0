/** MCP servers in the format of Claude's configuration file. */
import type { McpServer, McpServers } from "../../core/scenario/mcp-server.ts";

export function toClaudeServers(servers: McpServers): { readonly mcpServers: Record<string, unknown> } {
  return {
    mcpServers: Object.fromEntries(Object.entries(servers).map(([name, server]) => [name, toClaudeServer(server)])),
  };
}

function toClaudeServer(server: McpServer): unknown {
  if (server.type === "http") return { type: "http", url: server.url, headers: server.headers ?? {} };
  return { type: "stdio", command: server.command, args: server.args ?? [], env: server.env ?? {} };
}
