/** The Codex configuration for one run: a trusted workspace, its MCP servers, no telemetry. */
import type { AgentTask } from "../../core/agent.ts";
import type { McpServer } from "../../core/scenario/mcp-server.ts";
import type { ModelEndpoint } from "../../core/model/model-endpoint.ts";
import { tomlTable } from "./toml.ts";

/** With `plugins` on, Codex contacts three hosts at each start, and waits five seconds at exit if they are unreachable. */
const fixed = [
  tomlTable(["features"], { plugins: false, apps: false }),
  tomlTable(["analytics"], { enabled: false }),
  tomlTable(["feedback"], { enabled: false }),
  // The sandbox keeps tools inside the workspace, but scenarios need the network.
  tomlTable(["sandbox_workspace_write"], { network_access: true }),
];

export function codexConfig(task: Pick<AgentTask, "mcpServers" | "endpoint" | "model">, workspace: string): string {
  const { mcpServers, endpoint } = task;
  return [
    tomlTable([], {
      check_for_update_on_startup: false,
      ...(endpoint === undefined ? {} : { model: task.model ?? rehearsalModel, model_provider: rehearsalProvider }),
    }),
    ...fixed,
    tomlTable(["projects", workspace], { trust_level: "trusted" }),
    ...(endpoint === undefined ? [] : [providerTable(endpoint)]),
    ...Object.entries(mcpServers).flatMap(([name, server]) => serverTables(name, server)),
  ]
    .join("\n\n")
    .concat("\n");
}

const rehearsalProvider = "rehearsal";
/** A model name unknown to Codex makes it offer plain function tools, which a script can call. */
const rehearsalModel = "scripted-model";

function providerTable({ url }: ModelEndpoint): string {
  return tomlTable(["model_providers", rehearsalProvider], {
    name: rehearsalProvider,
    base_url: `${url}/v1`,
    wire_api: "responses",
    env_key: "CODEX_API_KEY",
  });
}

/** Outside its sandbox Codex asks for approval of each call, and no human can answer. */
const approved = { default_tools_approval_mode: "approve" };

function serverTables(name: string, server: McpServer): string[] {
  const path = ["mcp_servers", name];
  if (server.type === "http") {
    const headers = tomlTable([...path, "http_headers"], server.headers ?? {});
    return [tomlTable(path, { url: server.url, ...approved }), headers];
  }
  const { command, args = [], env = {} } = server;
  return [tomlTable(path, { command, args, ...approved }), tomlTable([...path, "env"], env)];
}
