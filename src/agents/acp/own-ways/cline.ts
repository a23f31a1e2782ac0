/** Cline: reads MCP servers and provider from its own settings files, and ignores the servers it is given over ACP. */
import type { AgentTask, Env } from "../../../core/agent.ts";
import type { McpServer } from "../../../core/scenario/mcp-server.ts";
import type { AgentPaths } from "../../program/program-options.ts";
import { writeHomeJson } from "../../program/home-file.ts";

const settingsFolder = ".cline/data/settings";

/** Cline's names for providers, by API key; the first key that is set decides. */
const providers: readonly (readonly [key: string, provider: string])[] = [
  ["ANTHROPIC_API_KEY", "anthropic"],
  ["OPENROUTER_API_KEY", "openrouter"],
  ["OPENAI_API_KEY", "openai-native"],
  ["GEMINI_API_KEY", "gemini"],
];

export async function prepareCline(task: AgentTask, { home, env }: AgentPaths): Promise<Env> {
  await writeHomeJson(home, `${settingsFolder}/global-settings.json`, {
    telemetryOptOut: true,
    autoUpdateEnabled: false,
  });
  const servers = Object.entries(task.mcpServers).map(([name, server]) => [name, toClineServer(server)]);
  await writeHomeJson(home, `${settingsFolder}/cline_mcp_settings.json`, { mcpServers: Object.fromEntries(servers) });
  if (task.endpoint !== undefined) return prepareRehearsal(task.endpoint, home);
  const chosen = providers.find(([key]) => env[key]);
  return chosen === undefined ? {} : { CLINE_PROVIDER: chosen[1], CLINE_API_KEY: env[chosen[0]] ?? "" };
}

function toClineServer(server: McpServer): unknown {
  if (server.type === "http") return { type: "streamableHttp", url: server.url, headers: server.headers ?? {} };
  return { type: "stdio", command: server.command, args: server.args ?? [], env: server.env ?? {} };
}

async function prepareRehearsal({ url, key }: { url: string; key: string }, home: string): Promise<Env> {
  const provider = "openai-compatible";
  const model = "scripted-model";
  const chosen = { provider, apiKey: key, model, baseUrl: `${url}/v1` };
  await writeHomeJson(home, `${settingsFolder}/providers.json`, {
    version: 1,
    lastUsedProvider: provider,
    modes: {},
    providers: { [provider]: { settings: chosen, updatedAt: new Date().toISOString(), tokenSource: "manual" } },
  });
  return { CLINE_PROVIDER: provider, CLINE_API_KEY: key, CLINE_MODEL: model };
}
