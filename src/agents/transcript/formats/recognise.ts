/** Tells formats apart by the keys of one line, never by the content of a text. */
import { Entry } from "../../../core/entry.ts";
import { type Fields, fieldsAt, isFields, textAt } from "./common/fields.ts";
import type { FormatName } from "./format-name.ts";

type Recogniser = readonly [FormatName, (event: Fields, type: string) => boolean];

const claudeTypes = new Set("system assistant user result stream_event".split(" "));
const rolloutTypes = new Set("session_meta response_item event_msg turn_context compacted".split(" "));
const clineTypes = new Set("hook_event agent_event run_result".split(" "));

/** The first one that matches decides. */
const recognisers: readonly Recogniser[] = [
  [
    "acp",
    (event) => [event, fieldsAt(event, "msg"), fieldsAt(event, "message")].some((part) => part?.["jsonrpc"] === "2.0"),
  ],
  ["otel", (event) => Array.isArray(event["resourceSpans"]) || Array.isArray(event["resource_spans"])],
  [
    "codex",
    (event, type) =>
      /^(?:thread|turn|item)\.[a-z]+$/.test(type) || (rolloutTypes.has(type) && isFields(event["payload"])),
  ],
  [
    "opencode",
    (event) => textAt(event, "sessionID") !== undefined && (isFields(event["part"]) || isFields(event["error"])),
  ],
  ["cline", (event, type) => textAt(event, "ts") !== undefined && clineTypes.has(type)],
  [
    "copilot",
    (event, type) => type.includes(".") && isFields(event["data"]) && textAt(event, "timestamp") !== undefined,
  ],
  ["gemini", isGemini],
  ["qwen-code", isQwen],
  ["claude-code", isClaude],
  ["axis", isAxis],
];

/** Returns null if a single line is not enough. */
export function recogniseFormat(event: Fields): FormatName | null {
  const type = textAt(event, "type") ?? "";
  return recognisers.find(([, fits]) => fits(event, type))?.[0] ?? null;
}

function isGemini(event: Fields, type: string): boolean {
  switch (type) {
    case "init":
      return textAt(event, "session_id") !== undefined && textAt(event, "model") !== undefined;
    case "message":
      return textAt(event, "role") !== undefined && textAt(event, "content") !== undefined;
    case "tool_use":
      return textAt(event, "tool_name") !== undefined && textAt(event, "tool_id") !== undefined;
    case "tool_result":
      return textAt(event, "tool_id") !== undefined && textAt(event, "status") !== undefined;
    case "result":
      return textAt(event, "status") !== undefined && isFields(event["stats"]);
    default:
      return false;
  }
}

/** It writes like Claude Code, but states its version, reports goals, uses the line's id as message id, and has no cost. */
function isQwen(event: Fields, type: string): boolean {
  if (!claudeTypes.has(type)) return false;
  const ownId = textAt(fieldsAt(event, "message"), "id");
  return (
    textAt(event, "qwen_code_version") !== undefined ||
    isFields(fieldsAt(event, "event")?.["goal_state"]) ||
    (ownId !== undefined && ownId === textAt(event, "uuid")) ||
    (type === "result" && typeof event["duration_api_ms"] === "number" && !("total_cost_usd" in event))
  );
}

function isClaude(event: Fields, type: string): boolean {
  if (!claudeTypes.has(type)) return false;
  const inStream = textAt(event, "session_id") !== undefined && textAt(event, "uuid") !== undefined;
  // A call's result without a time could belong to either format.
  if (type === "user" && inStream && textAt(event, "timestamp") === undefined) return false;
  const inSession = textAt(event, "sessionId") !== undefined && textAt(event, "uuid") !== undefined;
  return inStream || inSession || (type !== "result" && textAt(fieldsAt(event, "message"), "role") !== undefined);
}

/** An entry, usage or a result of the command agent, or a detail file. An error alone could belong to any format. */
function isAxis(event: Fields, type: string): boolean {
  if (type === "error") return false;
  if (type === "usage") return typeof event["input"] === "number" && typeof event["output"] === "number";
  if (type === "result") return "text" in event || "error" in event;
  return Array.isArray(fieldsAt(event, "output")?.["transcript"]) || Entry.safeParse(event).success;
}
