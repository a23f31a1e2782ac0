/** Turns an unchecked event of a running run into an entry. */
import type { Entry } from "../../../src/core/entry.ts";

/** The field each type of entry needs. */
const requiredFields: Readonly<Record<string, string>> = {
  assistant: "text",
  user: "text",
  system: "text",
  tool_use: "tool",
  tool_result: "output",
  error: "message",
};

/** Unknown events are shown as JSON. */
export function toEntry(event: unknown): Entry {
  const fields = typeof event === "object" && event !== null ? (event as Readonly<Record<string, unknown>>) : {};
  const type = String(fields["type"]);
  const field = Object.hasOwn(requiredFields, type) ? requiredFields[type] : undefined;
  const isEntry = field !== undefined && typeof fields[field] === "string";
  if (!isEntry) return { type: "system", timestamp: null, text: JSON.stringify(event) ?? "" };
  const timestamp = typeof fields["timestamp"] === "string" ? fields["timestamp"] : null;
  return { ...fields, timestamp } as Entry;
}
