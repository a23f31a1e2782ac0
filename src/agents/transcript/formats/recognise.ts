/** Tells formats apart by the keys of their events, never by the content of a text. */
import { Entry } from "../../../core/entry.ts";
import { hasCallBlocks, listMessages } from "./anthropic.ts";
import { isMessagesFile, isSessionIndex } from "./cline/messages-file.ts";
import { type Fields, fieldsAt, isFields, textAt } from "./common/fields.ts";
import { holdsCursorCall } from "./cursor/tool-calls.ts";
import type { FormatName } from "./format-name.ts";
import { isGeminiMessage } from "./gemini/session-file.ts";
import { hasChatCalls, isResponses } from "./openai/marks.ts";
import { isExport } from "./opencode/export.ts";
import { isQwenRecord } from "./qwen/session-file.ts";

/** A sure mark is one that only this program writes. */
type Mark = readonly [FormatName, (event: Fields, type: string) => boolean];

const claudeTypes = new Set("system assistant user result stream_event".split(" "));
const codexTypes = new Set(
  "thread.started turn.started turn.completed turn.failed item.started item.updated item.completed".split(" "),
);
const rolloutTypes = new Set("session_meta response_item event_msg turn_context compacted".split(" "));
const clineTypes = new Set("hook_event agent_event run_result".split(" "));
const copilotType = /^(?:session|assistant|user|tool|model|hook|agent|subagent|skill|system|permission)\.[a-z_]+$/;

const sureMarks: readonly Mark[] = [
  [
    "acp",
    (event) => [event, fieldsAt(event, "msg"), fieldsAt(event, "message")].some((part) => part?.["jsonrpc"] === "2.0"),
  ],
  ["otel", (event) => Array.isArray(event["resourceSpans"]) || Array.isArray(event["resource_spans"])],
  ["codex", (event, type) => codexTypes.has(type) || (rolloutTypes.has(type) && isFields(event["payload"]))],
  ["opencode", isOpencode],
  ["cline", isCline],
  ["copilot", isCopilot],
  ["gemini", isGemini],
  ["qwen-code", isQwen],
  ["cursor", isCursor],
  ["openai", (event) => isResponses(event)],
  ["claude-code", (event, type) => isClaude(event, type) && !isQwen(event, type)],
];

/** The formats that an event has a sure mark of. */
export function listSureFormats(event: Fields): FormatName[] {
  const type = textAt(event, "type") ?? "";
  return sureMarks.filter(([, fits]) => fits(event, type)).map(([format]) => format);
}

export type Recognition =
  | { readonly format: FormatName | null }
  | { readonly candidates: readonly [FormatName, FormatName] };

/** Looks at all events. A format with sure marks wins; then AXIS's own format, then messages of a model's API. */
export function recogniseFormat(events: readonly Fields[]): Recognition {
  const sure = new Set(events.flatMap(listSureFormats));
  // Qwen Code writes like Claude Code; many of its lines alone could be from either.
  if (sure.has("qwen-code") && !events.some(isOnlyClaude)) sure.delete("claude-code");
  const [first, second] = sure;
  if (first !== undefined && second !== undefined) return { candidates: [first, second] };
  if (first !== undefined) return { format: first };
  return { format: events.some(isAxis) ? "axis" : recogniseMessages(events) };
}

/** Messages without a call are read in the one form or the other, which then says that there is no call. */
function recogniseMessages(events: readonly Fields[]): FormatName | null {
  const messages = events.flatMap((event) => [...listMessages(event), ...listChoices(event)]);
  if (messages.length === 0) return null;
  if (messages.some(hasChatCalls)) return "openai";
  const isTyped = events.some((event) => isFields(event["message"]));
  return isTyped || messages.some(hasCallBlocks) ? "anthropic" : "openai";
}

function listChoices(event: Fields): Fields[] {
  const choices = Array.isArray(event["choices"]) ? event["choices"].filter(isFields) : [];
  return choices.map((choice) => fieldsAt(choice, "message")).filter((message) => message !== undefined);
}

function isOpencode(event: Fields): boolean {
  const isEvent = textAt(event, "sessionID") !== undefined && (isFields(event["part"]) || isFields(event["error"]));
  return isEvent || isExport(event);
}

function isCline(event: Fields, type: string): boolean {
  const isEvent = textAt(event, "ts") !== undefined && clineTypes.has(type);
  return isEvent || isMessagesFile(event) || isSessionIndex(event);
}

function isCopilot(event: Fields, type: string): boolean {
  return copilotType.test(type) && isFields(event["data"]) && textAt(event, "timestamp") !== undefined;
}

function isGemini(event: Fields, type: string): boolean {
  switch (type) {
    case "init":
      return textAt(event, "session_id") !== undefined && hasTexts(event, "model", "timestamp");
    case "message":
      return hasTexts(event, "role", "content", "timestamp");
    case "tool_use":
      return hasTexts(event, "tool_name", "tool_id");
    case "tool_result":
      return hasTexts(event, "tool_id", "status");
    case "result":
      return textAt(event, "status") !== undefined && isFields(event["stats"]);
    case "gemini":
      return isGeminiMessage(event);
    default:
      return hasTexts(event, "sessionId", "projectHash");
  }
}

/** It writes like Claude Code, but states its version, reports goals, uses the line's id as message id, and has no cost. */
function isQwen(event: Fields, type: string): boolean {
  if (isQwenRecord(event)) return true;
  if (!claudeTypes.has(type) || textAt(event, "request_id") !== undefined) return false;
  const ownId = textAt(fieldsAt(event, "message"), "id");
  return (
    textAt(event, "qwen_code_version") !== undefined ||
    isFields(fieldsAt(event, "event")?.["goal_state"]) ||
    (ownId !== undefined && ownId === textAt(event, "uuid")) ||
    (type === "result" &&
      hasTexts(event, "uuid") &&
      typeof event["duration_api_ms"] === "number" &&
      !("total_cost_usd" in event))
  );
}

/** Its output is like that of Claude Code, but its lines have no id; a line of its agent transcripts has no type. */
function isCursor(event: Fields, type: string): boolean {
  const subtype = textAt(event, "subtype");
  switch (type) {
    case "tool_call":
      return subtype !== undefined && holdsCursorCall(fieldsAt(event, "tool_call"));
    case "thinking":
      return subtype === "delta" && textAt(event, "text") !== undefined;
    case "system":
      // Old versions of Claude Code wrote no ids either, but a list of tools.
      return subtype === "init" && hasTexts(event, "apiKeySource") && !("uuid" in event || "tools" in event);
    case "":
      return hasTexts(event, "role") && "content" in (fieldsAt(event, "message") ?? {}) && !("type" in event);
    default:
      return false;
  }
}

function isClaude(event: Fields, type: string): boolean {
  if (!claudeTypes.has(type) || textAt(event, "uuid") === undefined) return false;
  const inStream = textAt(event, "session_id") !== undefined;
  // A call's result without a time could belong to either format.
  if (type === "user" && inStream && textAt(event, "timestamp") === undefined) return false;
  return inStream || textAt(event, "sessionId") !== undefined;
}

/** Whether Claude Code wrote the line and Qwen Code cannot have. */
function isOnlyClaude(event: Fields): boolean {
  const type = textAt(event, "type") ?? "";
  if (!isClaude(event, type) || isQwen(event, type)) return false;
  return "total_cost_usd" in event || hasTexts(event, "claude_code_version") || hasMessageId(event);
}

function hasMessageId(event: Fields): boolean {
  return textAt(event, "type") === "assistant" && textAt(fieldsAt(event, "message"), "id") !== undefined;
}

function hasTexts(event: Fields, ...keys: readonly string[]): boolean {
  return keys.every((key) => textAt(event, key) !== undefined);
}

/** An entry, usage or a result of the command agent, or a detail file. An error alone could belong to any format. */
function isAxis(event: Fields): boolean {
  const type = textAt(event, "type") ?? "";
  if (type === "error") return false;
  if (type === "usage") return typeof event["input"] === "number" && typeof event["output"] === "number";
  if (type === "result") return "text" in event || "error" in event;
  return Array.isArray(fieldsAt(event, "output")?.["transcript"]) || Entry.safeParse(event).success;
}
