/** Converts Anthropic-style messages into entries: Claude Code writes them, and Qwen Code writes a variant. */
import type { EntryInput } from "../../../../core/entry.ts";
import type { Json } from "../../../../core/json.ts";
import { readContentText } from "../common/content.ts";
import { type Fields, fieldsAt, integerAt, isFields, itemsAt, textAt } from "../common/fields.ts";
import type { FormatName } from "../format-name.ts";
import { kindField, toMcpName } from "../common/tool-kinds.ts";

/** What all entries of one message have in common. */
export interface MessageContext {
  readonly format: FormatName;
  readonly timestamp: string | undefined;
  /** The call that started the sub-agent who wrote the message. */
  readonly parentId: string | undefined;
}

/** Returns what the model wrote or called: one entry for each block. */
export function assistantEntries(event: Fields, context: MessageContext): EntryInput[] {
  const content = fieldsAt(event, "message")?.["content"];
  if (typeof content === "string") return [{ type: "assistant", text: content, timestamp: context.timestamp }];
  return itemsAt(fieldsAt(event, "message"), "content").flatMap((block) => assistantEntry(block, context));
}

function assistantEntry(block: Fields, context: MessageContext): EntryInput[] {
  const { timestamp } = context;
  switch (textAt(block, "type")) {
    case "text":
      return [{ type: "assistant", text: textAt(block, "text") ?? "", timestamp }];
    case "thinking":
      return [{ type: "assistant", text: textAt(block, "thinking") ?? "", thought: true, timestamp }];
    case "tool_use":
    case "server_tool_use":
      return [callEntry(block, context)];
    case "mcp_tool_use":
      return [callEntry({ ...block, name: readMcpName(block) }, context)];
    default:
      return [];
  }
}

/** A tool of an MCP server that the model's server calls itself. */
function readMcpName(block: Fields): string {
  return toMcpName(textAt(block, "server_name") ?? "unknown", textAt(block, "name") ?? "unknown");
}

function callEntry(block: Fields, { format, timestamp, parentId }: MessageContext): EntryInput {
  const tool = textAt(block, "name") ?? "unknown";
  return {
    type: "tool_use",
    id: textAt(block, "id") ?? null,
    tool,
    input: (block["input"] ?? {}) as Json,
    timestamp,
    ...kindField(format, tool),
    ...(parentId === undefined ? {} : { parentId }),
  };
}

/** Returns the results in a message; `exitCodeOf` finds the exit code if the format has one. */
export function resultEntries(
  event: Fields,
  timestamp: string | undefined,
  exitCodeOf: (block: Fields, output: string) => number | undefined,
): EntryInput[] {
  const results = itemsAt(fieldsAt(event, "message"), "content").filter((block) =>
    /^(?:\w+_)?tool_result$/.test(textAt(block, "type") ?? ""),
  );
  const httpStatus = readHttpStatus(event);
  return results.map((block) => {
    const output = readContentText(block["content"]);
    const exitCode = exitCodeOf(block, output);
    return {
      type: "tool_result",
      id: textAt(block, "tool_use_id") ?? null,
      output,
      isError: block["is_error"] === true,
      timestamp,
      exitCode,
      httpStatus,
    };
  });
}

/** Returns what the user, or the program in the user's place, wrote; null if the message contains only results. */
export function userText(event: Fields): string | null {
  const content = fieldsAt(event, "message")?.["content"];
  if (typeof content === "string") return content;
  if (!Array.isArray(content)) return null;
  const blocks = content.filter((block) => isFields(block) && textAt(block, "type") !== "tool_result");
  return blocks.length === 0 ? null : readContentText(blocks);
}

/** The HTTP status of a fetched page. */
function readHttpStatus(event: Fields): number | undefined {
  const result = fieldsAt(event, "tool_use_result") ?? fieldsAt(event, "toolUseResult");
  const status = textAt(result, "url") === undefined ? undefined : integerAt(result, "code");
  return status !== undefined && status >= 100 && status <= 599 ? status : undefined;
}
