/** Removes secrets from JSON text so that it stays valid JSON: replaces strings, never the syntax between them. */
import { replaceLoneSurrogates } from "../../core/json.ts";

/** Replaces secrets in a text. */
export type Redact = (text: string) => string;

/** One line of JSON. Also replaces lone surrogates, which UTF-8 cannot represent. */
export function toRedactedJson(value: unknown, redact: Redact): string {
  const text = toPlainJson(value);
  return isClean(text, redact) ? text : toPlainJson(redactValue(value, redact, false));
}

/**
 * Redacts a text line by line: a match that begins in one file of a diff and ends in another is not a secret, and
 * must not remove the text in between.
 */
export function redactLineByLine(text: string, redact: Redact): string {
  return redact(text) === text ? text : text.split("\n").map(redact).join("\n");
}

/** How many characters of rows are checked at once: this is faster than row by row, and pieces stay small. */
const batchLength = 32_768;

/** Many lines of JSON in pieces of several lines, joined by `between`. */
export function* toRedactedLines(rows: readonly unknown[], between: string, redact: Redact): Generator<string> {
  let text = "";
  let first = 0;
  for (const [place, row] of rows.entries()) {
    text += (place === 0 ? "" : between) + toPlainJson(row);
    if (text.length < batchLength && place < rows.length - 1) continue;
    if (isClean(text, redact)) yield text;
    else for (let at = first; at <= place; at += 1) yield (at === 0 ? "" : between) + toRedactedJson(rows[at], redact);
    text = "";
    first = place + 1;
  }
}

function toPlainJson(value: unknown): string {
  return JSON.stringify(value) ?? "null";
}

/** A lone surrogate appears as the escape \ud…; a text that merely contains these letters takes the slow path in vain. */
function isClean(text: string, redact: Redact): boolean {
  return redact(text) === text && !text.includes("\\ud");
}

/**
 * AXIS's own numbers stay numbers, or the document could not be read again. Numbers in a tool's input were written by
 * the agent, and one of them may well be a secret.
 */
function redactValue(value: unknown, redact: Redact, agentsOwn: boolean): unknown {
  if (typeof value === "string") return redact(replaceLoneSurrogates(value));
  if (typeof value === "number" && agentsOwn)
    return redact(String(value)) === String(value) ? value : redact(String(value));
  if (Array.isArray(value)) return value.map((part) => redactValue(part, redact, agentsOwn));
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, part]) => [
      redact(replaceLoneSurrogates(key)),
      redactValue(part, redact, agentsOwn || key === "input"),
    ]),
  );
}
