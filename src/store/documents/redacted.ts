/** JSON text without secrets, which is still JSON: what is replaced are strings, never the marks between them. */
import { wellFormed } from "../../core/json.ts";

/** Replaces secrets in a text. */
export type Redact = (text: string) => string;

/** One line of JSON. Lone surrogates, which UTF-8 cannot carry, are replaced too. */
export function redactedJson(value: unknown, redact: Redact): string {
  const text = plainJson(value);
  return isClean(text, redact) ? text : plainJson(cleaned(value, redact, false));
}

/**
 * A text of lines, each looked at by itself: what begins in one file of a diff and ends in another is no secret, and
 * must not swallow what stands between.
 */
export function redactedText(text: string, redact: Redact): string {
  return redact(text) === text ? text : text.split("\n").map(redact).join("\n");
}

/** Characters of rows that are looked through at once: that is faster, and a piece stays small. */
const togetherLength = 32_768;

/** Many lines of JSON, in pieces of some of them, with the same text between any two. */
export function* redactedLines(rows: readonly unknown[], between: string, redact: Redact): Generator<string> {
  let text = "";
  let first = 0;
  for (const [place, row] of rows.entries()) {
    text += (place === 0 ? "" : between) + plainJson(row);
    if (text.length < togetherLength && place < rows.length - 1) continue;
    if (isClean(text, redact)) yield text;
    else for (let at = first; at <= place; at += 1) yield (at === 0 ? "" : between) + redactedJson(rows[at], redact);
    text = "";
    first = place + 1;
  }
}

function plainJson(value: unknown): string {
  return JSON.stringify(value) ?? "null";
}

/** Half a character shows as the escape \ud…; a text that merely holds these letters takes the long way in vain. */
function isClean(text: string, redact: Redact): boolean {
  return redact(text) === text && !text.includes("\\ud");
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
