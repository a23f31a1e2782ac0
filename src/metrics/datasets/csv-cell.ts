/** Interprets a CSV cell: the field decides whether it is text, a number or JSON. */
import { readLiteral } from "./literal.ts";

/** Fields whose cells are lists or objects; all other known fields are text. Names as in memory, and their aliases. */
const nestedFields = new Set([
  "conversation",
  "multiTurnConversation",
  "retrievedContent",
  "acceptanceCriteria",
  "additionalInput",
  "additionalOutput",
  "metadata",
  "datasetMetadata",
  "userTags",
  "trace",
  "actualRanking",
  "expectedRanking",
  "actualReference",
  "expectedReference",
  "toolsCalled",
  "expectedTools",
]);

/** The nested fields that may also be a plain sentence. */
const sentenceFields = new Set(["acceptanceCriteria", "trace"]);
const numberFields = new Set(["latency", "judgment"]);

/** A cell's value, or what is wrong with it. */
export type CellValue = { readonly value: unknown } | { readonly fault: string };

/** `field` is in camelCase; `known` is false for the user's own columns. */
export function readCell(cell: string, field: string, known: boolean): CellValue {
  if (cell === "") return { value: null };
  const text = removeGuard(cell);
  if (!known) return { value: guessValue(text) };
  if (numberFields.has(field)) return { value: parseNumber(text) ?? text };
  if (!nestedFields.has(field)) return { value: text };
  const value = parseNested(text);
  if (value !== undefined) return value;
  return sentenceFields.has(field) ? { value: text } : { fault: `${field} is neither JSON nor a literal list` };
}

function parseNested(text: string): { readonly value: unknown } | undefined {
  try {
    return { value: JSON.parse(text) as unknown };
  } catch {
    return readLiteral(text); // Not JSON: other languages print lists differently.
  }
}

/** Recognizes numbers and booleans in the user's own columns; everything else is text. */
function guessValue(text: string): unknown {
  if (/^(?:true|false)$/i.test(text)) return text.toLowerCase() === "true";
  return parseNumber(text) ?? text;
}

/** Accepts only the usual notation of numbers: 007 and 1e999 stay text. */
function parseNumber(text: string): number | undefined {
  if (!/^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:e[+-]?\d+)?$/i.test(text)) return undefined;
  const value = Number(text);
  return Number.isFinite(value) ? value : undefined;
}

/** Removes the mark that `addGuard` puts before text that a spreadsheet would run. */
function removeGuard(cell: string): string {
  return /^'+[=+\-@\t\r]/.test(cell) ? cell.slice(1) : cell;
}

/** A spreadsheet runs text that starts like a formula; an apostrophe keeps it as text. */
function addGuard(text: string): string {
  return /^'*[=+\-@\t\r]/.test(text) ? `'${text}` : text;
}

/** One cell by RFC 4180: text is guarded, numbers stay numbers, a missing value is an empty cell. */
function formatCsvCell(value: unknown): string {
  if (value === null || value === undefined) return "";
  if (typeof value === "number" || typeof value === "boolean") return String(value);
  const text = addGuard(typeof value === "string" ? value.toWellFormed() : JSON.stringify(value));
  return /[",\r\n]/.test(text) || text !== text.trim() ? `"${text.replaceAll('"', '""')}"` : text;
}

/** One line of a CSV file, with its line break. */
export function formatCsvLine(values: readonly unknown[]): string {
  return `${values.map(formatCsvCell).join(",")}\r\n`;
}
