/** Replaces `${NAME}` in an MCP server with values from AXIS's own environment. */
import type { McpServer, McpServers } from "./mcp-server.ts";

/** Matches one reference in a text. */
export const referencePattern = /\$\{([A-Za-z_][A-Za-z0-9_]*)\}/g;

/** The names a server refers to. */
export function referencedNames(server: McpServer): string[] {
  return [
    ...new Set(
      listServerTexts(server).flatMap((text) => [...text.matchAll(referencePattern)].map((match) => match[1] ?? "")),
    ),
  ];
}

/** The text with every reference replaced. */
export function fillReferences(text: string, env: Readonly<Record<string, string | undefined>>): string {
  return text.replace(referencePattern, (_, name: string) => env[name] ?? "");
}

/** The servers with every reference replaced; unset names were rejected before anything ran. */
export function expandMcpServers(servers: McpServers, env: NodeJS.ProcessEnv): McpServers {
  const fill = (text: string) => fillReferences(text, env);
  const fillAll = (map: Record<string, string>) =>
    Object.fromEntries(Object.entries(map).map(([key, text]) => [key, fill(text)]));
  return Object.fromEntries(
    Object.entries(servers).map(([name, server]) => [
      name,
      server.type === "stdio"
        ? {
            ...server,
            ...(server.args && { args: server.args.map(fill) }),
            ...(server.env && { env: fillAll(server.env) }),
          }
        : { ...server, url: fill(server.url), ...(server.headers && { headers: fillAll(server.headers) }) },
    ]),
  );
}

/** The servers as reports show them: a header or variable that is not a reference is redacted. */
export function redactMcpServers(servers: McpServers): McpServers {
  const show = (map: Record<string, string>) =>
    Object.fromEntries(
      Object.entries(map).map(([key, text]) => [key, text.search(referencePattern) === -1 ? "[redacted]" : text]),
    );
  return Object.fromEntries(
    Object.entries(servers).map(([name, server]) => [
      name,
      server.type === "stdio"
        ? { ...server, ...(server.env && { env: show(server.env) }) }
        : { ...server, ...(server.headers && { headers: show(server.headers) }) },
    ]),
  );
}

function listServerTexts(server: McpServer): string[] {
  return server.type === "stdio"
    ? [...(server.args ?? []), ...Object.values(server.env ?? {})]
    : [server.url, ...Object.values(server.headers ?? {})];
}
