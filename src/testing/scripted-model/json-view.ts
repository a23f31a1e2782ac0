/** Reads JSON of unknown shape: missing parts are empty and never cause an exception. */

type View = Readonly<Record<string, unknown>>;

const nothing: View = Object.freeze({});

export function objectOf(value: unknown): View {
  return typeof value === "object" && value !== null && !Array.isArray(value) ? (value as View) : nothing;
}

export function listOf(value: unknown): readonly View[] {
  return Array.isArray(value) ? value.map(objectOf) : [];
}

export function textOf(value: unknown): string {
  return typeof value === "string" ? value : "";
}

/** The text of a message's content: a string, or its parts with text, including results of tools. */
export function contentText(content: unknown): string {
  if (typeof content === "string") return content;
  return listOf(content)
    .map((part) => textOf(part["text"]) || contentText(part["content"]))
    .filter((text) => text !== "")
    .join("\n");
}
