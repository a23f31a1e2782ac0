/** Reads what an MCP server said about a failed call, where Gemini CLI and Qwen Code wrap it in the call and its answer. */
import { readContentText } from "./content.ts";
import { fieldsAt, isFields } from "./fields.ts";

const wrapped = /^MCP tool '[^']*' reported tool error for function call: .* with response: (\[.*\])$/s;

/** The server's own text; any other text is returned as it is. */
export function unwrapMcpError(text: string): string {
  const [, json] = wrapped.exec(text) ?? [];
  if (json === undefined) return text;
  let answer: unknown;
  try {
    [answer] = JSON.parse(json) as unknown[];
  } catch {
    return text; // The program cut it, or wraps it in another way.
  }
  const response = fieldsAt(fieldsAt(isFields(answer) ? answer : undefined, "functionResponse"), "response");
  const own = readContentText(response?.["content"] ?? fieldsAt(response, "error")?.["content"]);
  return own === "" ? text : own;
}
