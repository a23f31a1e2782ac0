/** Reads JSON of unknown shape: missing parts are empty and never cause an exception. */

type JsonView = Readonly<Record<string, unknown>>;

const emptyView: JsonView = Object.freeze({});

export function toObject(value: unknown): JsonView {
  return typeof value === "object" && value !== null && !Array.isArray(value) ? (value as JsonView) : emptyView;
}

export function toList(value: unknown): readonly JsonView[] {
  return Array.isArray(value) ? value.map(toObject) : [];
}

export function toText(value: unknown): string {
  return typeof value === "string" ? value : "";
}

/** The text of a message's content: a string, or its parts with text, including results of tools. */
export function contentText(content: unknown): string {
  if (typeof content === "string") return content;
  return toList(content)
    .map((part) => toText(part["text"]) || contentText(part["content"]))
    .filter((text) => text !== "")
    .join("\n");
}
