/** Copilot: a flag names MCP servers, because those of the session are ignored; its records tell why a model refused. */
import { join } from "node:path";
import type { AgentTask, Env } from "../../../core/agent.ts";
import type { FailureCode } from "../../../core/outcome.ts";
import { providerUrlByName } from "../../../core/model/model-endpoint.ts";
import type { McpServer } from "../../../core/scenario/mcp-server.ts";
import { statusFailure } from "../../transcript/formats/common/failure.ts";
import { type Fields, fieldsAt, integerAt, parseEventObject, textAt } from "../../transcript/formats/common/fields.ts";
import { readLastLines } from "../../program/read-end.ts";
import type { FindRefusal } from "../../program/refusal.ts";
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

/**
 * Over ACP, Copilot describes an error of its model as if that were the answer. Its session file has the error itself. The
 * agent could write to that file, so the error only counts if the program also gave it as its answer.
 */
export const copilotRefusal: FindRefusal = async (sessionId, { home }, outcome) => {
  const lines = await readLastLines(join(home, ".copilot", "session-state", sessionId, "events.jsonl"));
  const answer = outcome.status === "completed" ? outcome.result : outcome.message;
  for (const line of lines.toReversed()) {
    const event = tryParseEvent(line);
    if (textAt(event, "type") === "assistant.message") return undefined;
    if (textAt(event, "type") !== "session.error") continue;
    const error = fieldsAt(event, "data");
    const message = textAt(error, "message") ?? "";
    return message !== "" && answer?.includes(message) ? readCopilotError(error) : undefined;
  }
  return undefined;
};

/** Copilot's names for errors of its model; the others ("query") come after it asked several times in vain. */
const errorTypes: ReadonlyMap<string, FailureCode> = new Map<string, FailureCode>([
  ["authentication", "auth"],
  ["authorization", "auth"],
  ["rate_limit", "rate-limit"],
  ["quota", "rate-limit"],
  ["context_limit", "agent"],
]);

function readCopilotError(error: Fields | undefined): FailureCode {
  const named = errorTypes.get(textAt(error, "errorType") ?? "");
  return statusFailure(integerAt(error, "statusCode")) ?? named ?? "network";
}

function tryParseEvent(line: string): Fields | undefined {
  try {
    return parseEventObject(line);
  } catch {
    return undefined; // The first line read may be cut.
  }
}
