/** Reads the text of content blocks, as models and MCP servers send them. */
import { type Fields, isFields, textAt } from "./fields.ts";

/** Returns a string itself, or its text blocks joined by newlines; blocks of other kinds are replaced by their names. */
export function readContentText(content: unknown): string {
  if (typeof content === "string") return content;
  if (!Array.isArray(content)) return "";
  return content.map(blockText).join("\n");
}

function blockText(block: unknown): string {
  if (typeof block === "string") return block;
  if (!isFields(block)) return "";
  const type = textAt(block, "type") ?? "unknown";
  return textAt(block, "text") ?? namedBlock(block, type);
}

function namedBlock(block: Fields, type: string): string {
  const name = textAt(block, "tool_name") ?? textAt(block, "name") ?? textAt(block, "uri");
  return name === undefined ? `[${type}]` : `[${type}: ${name}]`;
}
