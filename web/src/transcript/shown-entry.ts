/** An entry of a run that goes on, which nobody has checked yet: it is one of ours, or shown as it is. */
import type { Entry } from "../../../src/core/entry.ts";

/** Fields without which an entry cannot be shown. */
const texts: Readonly<Record<string, string>> = {
  assistant: "text",
  user: "text",
  system: "text",
  tool_use: "tool",
  tool_result: "output",
  error: "message",
};

/** What is no entry of ours is shown as it is. */
export function entryOf(event: unknown): Entry {
  const fields = typeof event === "object" && event !== null ? (event as Readonly<Record<string, unknown>>) : {};
  const type = String(fields["type"]);
  const field = Object.hasOwn(texts, type) ? texts[type] : undefined;
  const isEntry = field !== undefined && typeof fields[field] === "string";
  if (!isEntry) return { type: "system", timestamp: null, text: JSON.stringify(event) ?? "" };
  const timestamp = typeof fields["timestamp"] === "string" ? fields["timestamp"] : null;
  return { ...fields, timestamp } as Entry;
}
