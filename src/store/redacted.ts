/** JSON text without secrets, which is still JSON: what is replaced are strings, never the marks between them. */
import { wellFormed } from "../core/json.ts";

/** Replaces secrets in a text. */
export type Redact = (text: string) => string;

/** One line of JSON. Lone surrogates, which UTF-8 cannot carry, are replaced too. */
export function redactedJson(value: unknown, redact: Redact): string {
  const text = JSON.stringify(value) ?? "null";
  // Half a character shows as the escape \ud…; a text that merely holds these letters takes the long way in vain.
  if (redact(text) === text && !text.includes("\\ud")) return text;
  return JSON.stringify(cleaned(value, redact, false)) ?? "null";
}

/**
 * Numbers of AXIS itself stay numbers, or the document could not be read again; those in a tool's input are
 * the agent's words, and one of them may well be a secret.
 */
function cleaned(value: unknown, redact: Redact, agentsOwn: boolean): unknown {
  if (typeof value === "string") return redact(wellFormed(value));
  if (typeof value === "number" && agentsOwn)
    return redact(String(value)) === String(value) ? value : redact(String(value));
  if (Array.isArray(value)) return value.map((part) => cleaned(part, redact, agentsOwn));
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, part]) => [
      redact(wellFormed(key)),
      cleaned(part, redact, agentsOwn || key === "input"),
    ]),
  );
}
