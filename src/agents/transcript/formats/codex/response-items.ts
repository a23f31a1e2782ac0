/** Converts items of the Responses API, as Codex session files store them, into entries. */
import type { EntryInput } from "../../../../core/entry.ts";
import type { Json } from "../../../../core/json.ts";
import { readContentText } from "../common/content.ts";
import { type Fields, fieldsAt, integerAt, isFields, itemsAt, textAt } from "../common/fields.ts";
import { parseArguments, readArguments } from "../common/json-text.ts";
import { kindField, toMcpName } from "../common/tool-kinds.ts";

type Time = string | undefined;

export function responseEntries(item: Fields, timestamp: Time): EntryInput[] {
  switch (textAt(item, "type")) {
    case "message":
      return messageEntries(item, timestamp);
    case "reasoning":
      return reasoningEntries(item, timestamp);
    case "function_call":
      return [callEntry(item, { input: parseArguments(textAt(item, "arguments")), timestamp })];
    case "custom_tool_call":
      return [callEntry(item, { input: textAt(item, "input") ?? "", timestamp })];
    case "local_shell_call":
      return [callEntry({ ...item, name: "local_shell" }, { input: (item["action"] ?? {}) as Json, timestamp })];
    case "tool_search_call":
      return [callEntry({ ...item, name: "tool_search" }, { input: readArguments(item["arguments"]), timestamp })];
    case "web_search_call":
      return serverCallEntries(item, "web_search", timestamp);
    case "image_generation_call":
      return serverCallEntries(item, "image_generation", timestamp);
    default:
      return [resultEntry(item, timestamp)];
  }
}

export function readItemText(item: Fields): string {
  return readContentText(item["content"]);
}

/** Only text from a person belongs to the user: Codex also writes its own instructions as messages. */
function messageEntries(item: Fields, timestamp: Time): EntryInput[] {
  const text = readItemText(item);
  const role = textAt(item, "role");
  if (role === "assistant") return [{ type: "assistant", text, timestamp }];
  const byProgram =
    role !== "user" ||
    /^\s*<(?:environment_context|user_instructions|turn_aborted|permissions)\b/.test(text) ||
    text.startsWith("# AGENTS.md instructions");
  return [{ type: byProgram ? "system" : "user", text, timestamp }];
}

function reasoningEntries(item: Fields, timestamp: Time): EntryInput[] {
  const parts = [...itemsAt(item, "summary"), ...itemsAt(item, "content")];
  const text = parts.flatMap((part) => textAt(part, "text") ?? []).join("\n");
  return text === "" ? [] : [{ type: "assistant", text, thought: true, timestamp }];
}

function callEntry(item: Fields, { input, timestamp }: { input: Json; timestamp: Time }): EntryInput {
  const name = textAt(item, "name") ?? "unknown";
  const namespace = textAt(item, "namespace");
  const tool = namespace?.startsWith("mcp__") ? toMcpName(namespace.slice("mcp__".length), name) : name;
  return { type: "tool_use", id: textAt(item, "call_id") ?? null, tool, input, timestamp, ...kindField("codex", tool) };
}

/** The model server makes and runs the call, so there is one item for both. */
function serverCallEntries(item: Fields, tool: string, timestamp: Time): EntryInput[] {
  const id = textAt(item, "id") ?? null;
  const input = (item["action"] ?? {}) as Json;
  const isError = textAt(item, "status") === "failed";
  return [
    { type: "tool_use", id, tool, input, timestamp: null },
    { type: "tool_result", id, output: "", isError, timestamp },
  ];
}

/** What Codex answers to a call of a tool that does not exist. */
const unknownToolAnswer = /^unsupported (?:custom tool )?call: \S+$/;

function resultEntry(item: Fields, timestamp: Time): EntryInput {
  const given = item["output"];
  const stated = isFields(given) ? given : undefined;
  const raw = textAt(stated, "content") ?? readContentText(stated?.["content"] ?? given);
  const wrapped = parseArguments(raw);
  const inner = isFields(wrapped) ? wrapped : undefined;
  const exitCode = integerAt(fieldsAt(inner, "metadata"), "exit_code") ?? headerExitCode(raw);
  return {
    type: "tool_result",
    id: textAt(item, "call_id") ?? null,
    output: fieldsAt(inner, "metadata") === undefined ? raw : (textAt(inner, "output") ?? raw),
    isError: stated?.["success"] === false || unknownToolAnswer.test(raw),
    timestamp,
    exitCode,
  };
}

/** Codex puts the exit code of a shell before its output. */
function headerExitCode(output: string): number | undefined {
  const header =
    /^(?:(?:Chunk ID|Wall time): [^\n]*\n){0,2}(?:Exit code: |Process exited with code )(-?\d{1,4})\n/.exec(output);
  return header?.[1] === undefined ? undefined : Number(header[1]);
}
