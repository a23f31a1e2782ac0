/** Makes an agent's output safe to store: bounded in size and depth, without bytes that no document can carry. */
import type { Entry } from "../core/entry.ts";
import { type Json, toStorableText } from "../core/json.ts";
import type { Outcome } from "../core/outcome.ts";

/** The longest text an entry keeps; the raw file keeps the rest. */
const longestText = 1024 * 1024;
const deepest = 100;

/** Returns the text without NUL and lone surrogates, at most 1 MiB long, passed through `redact`. */
export function cleanText(text: string, redact: (text: string) => string): string {
  const safe = redact(toStorableText(text));
  if (safe.length <= longestText) return safe;
  return `${safe.slice(0, longestText)} [axis: cut, ${safe.length - longestText} more characters]`.toWellFormed();
}

/** Returns a plain copy of any value, cut below 100 levels. */
export function cleanJson(value: unknown, redact: (text: string) => string, depth = 0): Json {
  if (typeof value === "string") return cleanText(value, redact);
  if (value === null || typeof value === "boolean") return value;
  if (typeof value === "number") return Number.isFinite(value) ? value : null;
  if (typeof value !== "object") return null;
  if (depth >= deepest) return "[axis: cut, nested deeper than 100]";
  if (Array.isArray(value)) return value.map((part) => cleanJson(part, redact, depth + 1));
  const entries = Object.entries(value).map(
    ([key, part]) => [cleanText(key, redact), cleanJson(part, redact, depth + 1)] as const,
  );
  return Object.fromEntries(entries);
}

/** Cleans an outcome for storage; its answer stays whole, because checks read it. */
export function cleanOutcome(outcome: Outcome): Outcome {
  if (outcome.status !== "completed") return { ...outcome, message: toStorableText(outcome.message) };
  return { ...outcome, result: outcome.result === null ? null : toStorableText(outcome.result) };
}

/** Cleans an entry for storage. */
export function cleanEntry(entry: Entry, redact: (text: string) => string): Entry {
  const cleaned = { ...entry, timestamp: entry.timestamp === null ? null : cleanText(entry.timestamp, redact) };
  const text = (value: string) => cleanText(value, redact);
  switch (cleaned.type) {
    case "assistant":
    case "user":
    case "system":
      return { ...cleaned, text: text(cleaned.text) };
    case "tool_use":
      return {
        ...cleaned,
        id: cleaned.id === null ? null : text(cleaned.id),
        tool: text(cleaned.tool),
        input: cleanJson(cleaned.input, redact),
        ...(cleaned.kind === undefined ? {} : { kind: text(cleaned.kind) }),
        ...(cleaned.locations === undefined ? {} : { locations: cleaned.locations.map(text) }),
        ...(cleaned.parentId === undefined ? {} : { parentId: text(cleaned.parentId) }),
      };
    case "tool_result":
      return {
        ...cleaned,
        id: cleaned.id === null ? null : text(cleaned.id),
        output: text(cleaned.output),
        ...(cleaned.input === undefined ? {} : { input: cleanJson(cleaned.input, redact) }),
      };
    case "error":
      return {
        ...cleaned,
        message: text(cleaned.message),
        ...(cleaned.id === undefined ? {} : { id: text(cleaned.id) }),
      };
  }
}
