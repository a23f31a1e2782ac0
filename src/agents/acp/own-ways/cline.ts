/** Cline: reads MCP servers and provider from its own settings files, and ignores the servers it is given over ACP. */
import type { AgentTask, Env } from "../../../core/agent.ts";
import { type ModelEndpoint, providerUrl, providerUrlByName } from "../../../core/model/model-endpoint.ts";
import { findProviderByKey } from "../../../core/model/model-provider.ts";
import type { McpServer } from "../../../core/scenario/mcp-server.ts";
import type { AgentPaths } from "../../program/program-options.ts";
import { writeHomeJson } from "../../program/home-file.ts";

const settingsFolder = ".cline/data/settings";

interface ClineProvider {
  readonly key: string;
  /** Cline's name for it. */
  readonly provider: string;
  /** What Cline expects after the provider's address. */
  readonly version: string;
}

/** The first key that is set decides. */
const providers: readonly ClineProvider[] = [
  { key: "ANTHROPIC_API_KEY", provider: "anthropic", version: "/v1" },
  { key: "OPENROUTER_API_KEY", provider: "openrouter", version: "" },
  { key: "OPENAI_API_KEY", provider: "openai-native", version: "" },
  { key: "GEMINI_API_KEY", provider: "gemini", version: "/v1beta" },
];

export async function prepareCline(task: AgentTask, { home, env }: AgentPaths): Promise<Env> {
  await writeHomeJson(home, `${settingsFolder}/global-settings.json`, {
    telemetryOptOut: true,
    autoUpdateEnabled: false,
  });
  const servers = Object.entries(task.mcpServers).map(([name, server]) => [name, toClineServer(server)]);
  await writeHomeJson(home, `${settingsFolder}/cline_mcp_settings.json`, { mcpServers: Object.fromEntries(servers) });
  const { endpoint } = task;
  if (endpoint?.scripted === true) return prepareRehearsal(endpoint, home);
  const chosen = providers.find(({ key }) => env[key]);
  if (chosen === undefined) return {};
  if (endpoint !== undefined) await writeProviders(home, toGatewaySettings(endpoint, chosen));
  return { CLINE_PROVIDER: chosen.provider, CLINE_API_KEY: env[chosen.key] ?? "" };
}

function toGatewaySettings(endpoint: ModelEndpoint, { key, provider, version }: ClineProvider): ClineSettings {
  const row = findProviderByKey(key);
  const address = row === undefined ? {} : { baseUrl: `${providerUrl(endpoint, row)}${version}` };
  return { provider, apiKey: endpoint.key, ...address };
}

function toClineServer(server: McpServer): unknown {
  if (server.type === "http") return { type: "streamableHttp", url: server.url, headers: server.headers ?? {} };
  return { type: "stdio", command: server.command, args: server.args ?? [], env: server.env ?? {} };
}

async function prepareRehearsal(endpoint: ModelEndpoint, home: string): Promise<Env> {
  const provider = "openai-compatible";
  const model = "scripted-model";
  const { key } = endpoint;
  await writeProviders(home, { provider, apiKey: key, model, baseUrl: providerUrlByName(endpoint, "openai") });
  return { CLINE_PROVIDER: provider, CLINE_API_KEY: key, CLINE_MODEL: model };
}

interface ClineSettings {
  readonly provider: string;
  readonly apiKey: string;
  readonly model?: string;
  readonly baseUrl?: string;
}

async function writeProviders(home: string, settings: ClineSettings): Promise<void> {
  const { provider } = settings;
  await writeHomeJson(home, `${settingsFolder}/providers.json`, {
    version: 1,
    lastUsedProvider: provider,
    modes: {},
    providers: { [provider]: { settings, updatedAt: new Date().toISOString(), tokenSource: "manual" } },
  });
}
