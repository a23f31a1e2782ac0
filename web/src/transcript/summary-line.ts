/** Summarizes a row in one line. */
import type { Entry } from "../../../src/core/entry.ts";

/** The most informative keys of an input, in this order. */
const mainKeys = ["command", "cmd", "file_path", "path", "url", "pattern", "query", "prompt", "description"] as const;

/** Enough for a line, and cheap for an entry of megabytes. */
const maxCharacters = 400;

export function summarize(entries: readonly Entry[]): string {
  const [first] = entries;
  if (first === undefined) return "loading";
  switch (first.type) {
    case "tool_use":
      return `${first.tool.slice(0, 80)} ${summarizeInput(first.input)}`;
    case "tool_result":
      return `result without a call: ${first.output.slice(0, maxCharacters)}`;
    case "error":
      return first.message.slice(0, maxCharacters);
    default:
      return first.text.slice(0, maxCharacters);
  }
}

function summarizeInput(input: unknown): string {
  if (typeof input === "string") return input.slice(0, maxCharacters);
  if (typeof input !== "object" || input === null) return "";
  const values = input as Readonly<Record<string, unknown>>;
  const key = mainKeys.find((name) => Object.hasOwn(values, name)) ?? Object.keys(values)[0];
  if (key === undefined) return "";
  const value = values[key];
  return (typeof value === "string" ? value : (JSON.stringify(value) ?? "")).slice(0, maxCharacters);
}
