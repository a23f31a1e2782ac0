/** Recognises documents of OpenAI's APIs by their keys. */
import { type Fields, fieldsAt, isFields, itemsAt, textAt } from "../common/fields.ts";

/** The keys under which documents store lists of items or messages. */
export const listKeys = ["input", "messages", "items", "output", "data"] as const;

/** Whether only the Responses API has such an item. */
function isResponsesItem(item: Fields): boolean {
  switch (textAt(item, "type")) {
    case "function_call":
    case "function_call_output":
    case "custom_tool_call":
    case "custom_tool_call_output":
    case "local_shell_call":
    case "shell_call":
    case "apply_patch_call":
      return textAt(item, "call_id") !== undefined;
    case "mcp_call":
      return textAt(item, "server_label") !== undefined;
    case "reasoning":
      return Array.isArray(item["summary"]);
    case "message":
    case undefined:
      return textAt(item, "role") !== undefined && itemsAt(item, "content").some(isResponsesPart);
    default:
      return false;
  }
}

function isResponsesPart(part: Fields): boolean {
  const type = textAt(part, "type");
  return type === "input_text" || type === "output_text";
}

/** A response, an item, an event of a streamed response, or a document with a list of items. */
export function isResponses(event: Fields): boolean {
  if (textAt(event, "object") === "response" || isResponsesItem(event)) return true;
  const type = textAt(event, "type") ?? "";
  if (type.startsWith("response.") && (isFields(event["response"]) || isFields(event["item"]))) return true;
  if (type !== "") return false;
  return listKeys.some((key) => itemsAt(event, key).some(isResponsesItem)) || isResponsesBody(event);
}

/** A document that has the response as one of its parts. */
function isResponsesBody(event: Fields): boolean {
  return textAt(fieldsAt(event, "response"), "object") === "response";
}

/** Whether a message has calls in the form of the chat API. */
export function hasChatCalls(message: Fields): boolean {
  const isCall = (call: Fields) => isFields(call["function"]) || isFields(call["custom"]);
  return (
    itemsAt(message, "tool_calls").some(isCall) ||
    (textAt(message, "role") === "tool" && "content" in message) ||
    isFields(message["function_call"])
  );
}
