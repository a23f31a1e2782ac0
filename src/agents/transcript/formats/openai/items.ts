/** Converts items of OpenAI's Responses API into entries. */
import type { EntryInput } from "../../../../core/entry.ts";
import type { Json } from "../../../../core/json.ts";
import { readContentText } from "../common/content.ts";
import { type Fields, fieldsAt, integerAt, isFields, itemsAt, textAt } from "../common/fields.ts";
import { readArguments } from "../common/json-text.ts";
import { toMcpName } from "../common/tool-kinds.ts";

/** Calls that the agent's own program executes; the result is an item of its own. */
const clientCalls: Readonly<Record<string, (item: Fields) => { tool: string; input: Json }>> = {
  function_call: (item) => ({ tool: textAt(item, "name") ?? "unknown", input: readArguments(item["arguments"]) }),
  custom_tool_call: (item) => ({ tool: textAt(item, "name") ?? "unknown", input: (item["input"] ?? "") as Json }),
  local_shell_call: (item) => ({ tool: "local_shell", input: (item["action"] ?? {}) as Json }),
  shell_call: (item) => ({ tool: "shell", input: readShellInput(fieldsAt(item, "action")) }),
  apply_patch_call: (item) => ({ tool: "apply_patch", input: (item["operation"] ?? {}) as Json }),
  computer_call: (item) => ({ tool: "computer", input: (item["action"] ?? item["actions"] ?? {}) as Json }),
};

/** Calls that the model's server executes, so that one item is both the call and its result. */
const serverCalls: Readonly<Record<string, string>> = {
  web_search_call: "web_search",
  file_search_call: "file_search",
  code_interpreter_call: "code_interpreter",
  image_generation_call: "image_generation",
  tool_search_call: "tool_search",
};

const quietItems = new Set(
  "mcp_list_tools mcp_approval_request mcp_approval_response compaction item_reference tool_search_output".split(" "),
);

/** Returns null if the type of the item is unknown. */
export function itemEntries(item: Fields, timestamp: string | undefined): EntryInput[] | null {
  const type = textAt(item, "type") ?? "message";
  if (type === "message") return messageEntries(item, timestamp);
  if (type === "reasoning") return reasoningEntries(item, timestamp);
  if (type === "mcp_call") return mcpEntries(item, timestamp);
  if (Object.hasOwn(serverCalls, type)) return serverCallEntries(item, serverCalls[type]!, timestamp);
  if (Object.hasOwn(clientCalls, type)) {
    const { tool, input } = clientCalls[type]!(item);
    return [{ type: "tool_use", id: readCallId(item), tool, input, timestamp }];
  }
  if (type.endsWith("_call_output")) return [resultEntry(item, timestamp)];
  return quietItems.has(type) ? [] : null;
}

function readCallId(item: Fields): string | null {
  return textAt(item, "call_id") ?? textAt(item, "id") ?? null;
}

function messageEntries(item: Fields, timestamp: string | undefined): EntryInput[] {
  const parts = itemsAt(item, "content").map((part) => ({
    ...part,
    text: textAt(part, "text") ?? textAt(part, "refusal"),
  }));
  const content = item["content"];
  const text = typeof content === "string" ? content : readContentText(parts);
  if (text === "") return [];
  const role = textAt(item, "role");
  if (role === "assistant") return [{ type: "assistant", text, timestamp }];
  return [{ type: role === "user" ? "user" : "system", text, timestamp }];
}

function reasoningEntries(item: Fields, timestamp: string | undefined): EntryInput[] {
  const parts = [...itemsAt(item, "summary"), ...itemsAt(item, "content")];
  const text = parts.flatMap((part) => textAt(part, "text") ?? []).join("\n");
  return text === "" ? [] : [{ type: "assistant", text, thought: true, timestamp }];
}

function mcpEntries(item: Fields, timestamp: string | undefined): EntryInput[] {
  const id = readCallId(item);
  const tool = toMcpName(textAt(item, "server_label") ?? "unknown", textAt(item, "name") ?? "unknown");
  const call: EntryInput = { type: "tool_use", id, tool, input: readArguments(item["arguments"]), timestamp: null };
  const error = item["error"] ?? undefined;
  const status = textAt(item, "status");
  if (item["output"] === undefined && error === undefined && status !== "completed" && status !== "failed")
    return [{ ...call, timestamp }];
  const output = error === undefined ? readOutput(item["output"]) : readErrorText(error);
  return [call, { type: "tool_result", id, output, isError: error !== undefined || status === "failed", timestamp }];
}

function serverCallEntries(item: Fields, tool: string, timestamp: string | undefined): EntryInput[] {
  const id = readCallId(item);
  const input = (item["action"] ?? item["queries"] ?? item["code"] ?? item["arguments"] ?? {}) as Json;
  const output = readOutput(item["results"] ?? item["outputs"] ?? "");
  const isError = textAt(item, "status") === "failed";
  return [
    { type: "tool_use", id, tool, input, timestamp: null },
    { type: "tool_result", id, output, isError, timestamp },
  ];
}

function resultEntry(item: Fields, timestamp: string | undefined): EntryInput {
  const output = item["output"];
  return {
    type: "tool_result",
    id: readCallId(item),
    output: readOutput(output),
    isError: textAt(item, "status") === "failed",
    timestamp,
    exitCode: readExitCode(output),
  };
}

/** A shell's output lists its commands with what they printed and how they ended. */
function readExitCode(output: unknown): number | undefined {
  if (!Array.isArray(output)) return undefined;
  const codes = output.filter(isFields).map((part) => integerAt(fieldsAt(part, "outcome"), "exit_code"));
  return codes.find((code) => code !== undefined && code !== 0) ?? codes.find((code) => code !== undefined);
}

function readOutput(output: unknown): string {
  if (typeof output === "string") return output;
  if (output === null || output === undefined) return "";
  const parts = Array.isArray(output) ? output.filter(isFields) : [];
  const printed = parts.flatMap((part) => [textAt(part, "stdout") ?? "", textAt(part, "stderr") ?? ""]);
  if (printed.some((text) => text !== "")) return printed.filter((text) => text !== "").join("\n");
  return parts.length > 0 && parts.every((part) => textAt(part, "text") !== undefined)
    ? readContentText(parts)
    : JSON.stringify(output);
}

function readErrorText(error: unknown): string {
  if (typeof error === "string") return error;
  const fields = isFields(error) ? error : undefined;
  return textAt(fields, "message") ?? (readContentText(fields?.["content"]) || JSON.stringify(error));
}

function readShellInput(action: Fields | undefined): Json {
  const commands = action?.["commands"];
  if (!Array.isArray(commands) || !commands.every((line) => typeof line === "string")) return (action ?? {}) as Json;
  return { ...action, command: commands.join("\n") } as Json;
}
