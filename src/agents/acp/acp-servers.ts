/** MCP servers in the format of ACP's `session/new`. */
import type { McpServer } from "@agentclientprotocol/sdk";
import type { McpServers } from "../../core/scenario/mcp-server.ts";

export function toAcpServers(servers: McpServers): McpServer[] {
  return Object.entries(servers).map(([name, server]) => {
    if (server.type === "http")
      return { type: "http" as const, name, url: server.url, headers: toNamedValues(server.headers ?? {}) };
    return { name, command: server.command, args: server.args ?? [], env: toNamedValues(server.env ?? {}) };
  });
}

function toNamedValues(values: Readonly<Record<string, string>>) {
  return Object.entries(values).map(([name, value]) => ({ name, value }));
}
