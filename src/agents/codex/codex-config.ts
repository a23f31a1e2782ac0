/** The Codex configuration for one run: a trusted workspace, its MCP servers, no telemetry. */
import type { AgentTask } from "../../core/agent.ts";
import { allowsProviderTool, type ModelEndpoint, providerUrlByName } from "../../core/model/model-endpoint.ts";
import type { McpServer } from "../../core/scenario/mcp-server.ts";

/** With `plugins` on, Codex contacts three hosts at each start, and waits five seconds at exit if they are unreachable. */
const fixedTables = [
  formatTomlTable(["features"], { plugins: false, apps: false }),
  formatTomlTable(["analytics"], { enabled: false }),
  formatTomlTable(["feedback"], { enabled: false }),
  // The sandbox keeps tools inside the workspace, but scenarios need the network.
  formatTomlTable(["sandbox_workspace_write"], { network_access: true }),
];

/** Codex over ACP signs in only with a provider of its own, whose key is in this variable. */
interface CodexConfigOptions {
  readonly workspace: string;
  readonly keyVariable?: string;
}

export function formatCodexConfig(task: AgentTask, { workspace, keyVariable }: CodexConfigOptions): string {
  const { mcpServers, endpoint } = task;
  const provider = endpoint === undefined ? null : findProviderName(endpoint, keyVariable);
  return [
    formatTomlTable([], {
      check_for_update_on_startup: false,
      ...(endpoint === undefined ? {} : pickEndpointSettings(endpoint, task, provider)),
    }),
    ...fixedTables,
    formatTomlTable(["projects", workspace], { trust_level: "trusted" }),
    ...(endpoint === undefined || provider === null ? [] : [formatProviderTable(endpoint, provider, keyVariable)]),
    ...Object.entries(mcpServers).flatMap(([name, server]) => formatServerTables(name, server)),
  ]
    .join("\n\n")
    .concat("\n");
}

const rehearsalProvider = "rehearsal";
/** A model name unknown to Codex makes it offer plain function tools, which a script can call. */
const rehearsalModel = "scripted-model";

/** Null if Codex uses its built-in provider, at another address. */
function findProviderName({ scripted }: ModelEndpoint, keyVariable: string | undefined): string | null {
  if (scripted) return rehearsalProvider;
  return keyVariable === undefined ? null : "gateway";
}

function pickEndpointSettings(
  endpoint: ModelEndpoint,
  { model = rehearsalModel }: AgentTask,
  provider: string | null,
): TomlTable {
  return {
    ...(endpoint.scripted ? { model } : {}),
    ...(provider === null ? { openai_base_url: providerUrlByName(endpoint, "openai") } : { model_provider: provider }),
    ...(allowsProviderTool(endpoint, "web_search") ? {} : { web_search: "disabled" }),
  };
}

function formatProviderTable(endpoint: ModelEndpoint, provider: string, keyVariable = "CODEX_API_KEY"): string {
  return formatTomlTable(["model_providers", provider], {
    name: provider,
    base_url: providerUrlByName(endpoint, "openai"),
    wire_api: "responses",
    env_key: keyVariable,
  });
}

/** Outside its sandbox Codex asks for approval of each call, and no human can answer. */
const approvedTools = { default_tools_approval_mode: "approve" };

function formatServerTables(name: string, server: McpServer): string[] {
  const path = ["mcp_servers", name];
  if (server.type === "http") {
    const headers = formatTomlTable([...path, "http_headers"], server.headers ?? {});
    return [formatTomlTable(path, { url: server.url, ...approvedTools }), headers];
  }
  const { command, args = [], env = {} } = server;
  return [formatTomlTable(path, { command, args, ...approvedTools }), formatTomlTable([...path, "env"], env)];
}

/** Writes the small part of TOML that the Codex configuration needs: tables of strings, booleans and lists of strings. */
type TomlValue = string | boolean | readonly string[];
type TomlTable = Readonly<Record<string, TomlValue>>;

/** Formats one table; an empty path is the top of the file. */
export function formatTomlTable(path: readonly string[], table: TomlTable): string {
  const head = path.length === 0 ? [] : [`[${path.map(formatTomlString).join(".")}]`];
  return [
    ...head,
    ...Object.entries(table).map(([key, value]) => `${formatTomlString(key)} = ${formatTomlValue(value)}`),
  ].join("\n");
}

function formatTomlValue(value: TomlValue): string {
  if (typeof value === "boolean") return String(value);
  return typeof value === "string" ? formatTomlString(value) : `[${value.map(formatTomlString).join(", ")}]`;
}

/** A basic string. TOML reads JSON escapes alike, except that DEL must be escaped and lone surrogates are not allowed. */
export function formatTomlString(text: string): string {
  return JSON.stringify(text.toWellFormed()).replaceAll("\u007f", "\\u007f");
}
