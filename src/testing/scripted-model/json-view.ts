/** Reads the JSON of a request: its objects and lists, and the text of a message. */
import { toList, toText } from "../../core/json-view.ts";

export { toList, toObject, toText } from "../../core/json-view.ts";

/** The text of a message's content: a string, or its parts with text, including results of tools. */
export function contentText(content: unknown): string {
  if (typeof content === "string") return content;
  return toList(content)
    .map((part) => toText(part["text"]) || contentText(part["content"]))
    .filter((text) => text !== "")
    .join("\n");
}
