/** Reads the answer from a reply: the last JSON object with the nonce that fits the schema. Nothing is guessed. */
import type { z } from "zod";
import type { Json } from "../../../core/json.ts";
import { alignKeys } from "../../../core/keys/key-spelling.ts";
import { type AnswerShape, nonceKey, toAnswerShape, wrapperKey } from "./answer-shape.ts";

/** More objects than this with the same nonce are not an answer; the limit also bounds the work. */
const maxObjects = 16;
/** Deeper than any answer we ask for; it protects code that later walks the value. */
const maxDepth = 200;

/**
 * The texts of the objects that directly contain this property, the last one first. Their brackets are balanced, but
 * they may not be valid JSON. Neither key nor value may need escaping.
 */
function findObjectsWith(text: string, key: string, value: string): string[] {
  const property = new RegExp(`"${key}"[ \\t\\r\\n]*:[ \\t\\r\\n]*"${value}"`, "g");
  const places = [...text.matchAll(property)].map(({ index }) => index).slice(-maxObjects);
  const spans = places.flatMap((place) => {
    const start = findObjectStart(text, place);
    const end = start === undefined ? undefined : findObjectEnd(text, start);
    return start === undefined || end === undefined ? [] : [{ start, end }];
  });
  return spans.sort((a, b) => b.end - a.end || a.start - b.start).map(({ start, end }) => text.slice(start, end));
}

/** Walks back from a property to the opening brace of its object. Strings of valid JSON can be read backwards too. */
function findObjectStart(text: string, property: number): number | undefined {
  let depth = 0;
  for (let index = property - 1; index >= 0; index--) {
    const letter = text[index];
    if (letter === '"') index = findOpeningQuote(text, index);
    else if (letter === "}" || letter === "]") depth++;
    else if (letter === "{" && depth === 0) return index;
    else if (letter === "{" || letter === "[") depth--;
    if (depth < 0 || depth > maxDepth) return undefined;
  }
  return undefined;
}

/** Where the string that closes here was opened, or -1. */
function findOpeningQuote(text: string, closing: number): number {
  // lastIndexOf treats a negative start as 0 and would find the same quote forever.
  if (closing === 0) return -1;
  let index = text.lastIndexOf('"', closing - 1);
  while (index > 0 && isEscaped(text, index)) index = text.lastIndexOf('"', index - 1);
  return index;
}

function isEscaped(text: string, index: number): boolean {
  let slashes = 0;
  while (text[index - 1 - slashes] === "\\") slashes++;
  return slashes % 2 === 1;
}

/** The position just after the bracket that closes the object opened here. */
function findObjectEnd(text: string, start: number): number | undefined {
  let depth = 0;
  for (let index = start; index < text.length; index++) {
    const letter = text[index];
    if (letter === '"') index = findClosingQuote(text, index);
    else if (letter === "{" || letter === "[") depth++;
    else if (letter === "}" || letter === "]") depth--;
    if (depth === 0) return index + 1;
    if (depth > maxDepth) return undefined;
  }
  return undefined;
}

function findClosingQuote(text: string, opening: number): number {
  for (let index = opening + 1; index < text.length; index++) {
    if (text[index] === "\\") index++;
    else if (text[index] === '"') return index;
  }
  return text.length;
}

export type ReplyReading<T> =
  /** `json` is the answer as in the reply, without the nonce: this is what a cache stores. */
  | { readonly status: "read"; readonly value: T; readonly json: Json }
  /** What was wrong, in words the model can be shown. */
  | { readonly status: "unreadable"; readonly problem: string };

/** The part of a question that says how to read its answer. */
export interface AnswerFormat<T> {
  readonly answer: z.ZodType<T>;
  readonly keys?: "exact" | "either";
}

/** More problems than this do not help to write a better answer. */
const maxProblems = 5;

export function readReply<T>(text: string, question: AnswerFormat<T>, nonce: string): ReplyReading<T> {
  const shape = toAnswerShape(question.answer);
  let first: string | undefined;
  for (const candidate of findObjectsWith(text, nonceKey, nonce)) {
    const reading = readCandidate(candidate, { question, shape, nonce });
    if (reading.status === "read") return reading;
    first ??= reading.problem;
  }
  return unreadable(first ?? explainNoObject(text, nonce));
}

interface ExpectedAnswer<T> {
  readonly question: AnswerFormat<T>;
  readonly shape: AnswerShape;
  readonly nonce: string;
}

function readCandidate<T>(text: string, { question, shape, nonce }: ExpectedAnswer<T>): ReplyReading<T> {
  const parsed = parseObject(text);
  if (parsed === undefined) return unreadable("the object with the nonce is not valid JSON");
  const { [nonceKey]: carried, ...rest } = parsed;
  // A key can occur twice in one object; the last one counts, as in every JSON parser.
  if (carried !== nonce) return unreadable("the object carries another nonce");
  return readValue(shape.wrapped ? rest[wrapperKey] : rest, question, shape);
}

/** Reads a value that is already JSON, such as one from a cache. */
export function readValue<T>(
  value: unknown,
  question: AnswerFormat<T>,
  shape: AnswerShape = toAnswerShape(question.answer),
): ReplyReading<T> {
  const json = question.keys === "either" ? alignKeys(value, shape.answer) : value;
  const fitting = question.answer.safeParse(json);
  if (!fitting.success) return unreadable(describeIssues(fitting.error));
  return { status: "read", value: fitting.data, json: json as Json };
}

function parseObject(text: string): Record<string, unknown> | undefined {
  try {
    return JSON.parse(text) as Record<string, unknown>;
  } catch {
    // Not our error: the caller reports that it is not JSON.
    return undefined;
  }
}

function describeIssues(error: z.ZodError): string {
  const problems = error.issues.slice(0, maxProblems).map(({ path, message }) => `${formatPath(path)}: ${message}`);
  const more = error.issues.length - problems.length;
  return problems.join("; ") + (more > 0 ? `; and ${more} more` : "");
}

function formatPath(path: readonly PropertyKey[]): string {
  return path.length === 0 ? "the object" : path.map(String).join(".");
}

function explainNoObject(text: string, nonce: string): string {
  if (text.trim() === "") return "the reply is empty";
  if (!text.includes("{")) return "the reply holds no JSON object";
  if (text.includes(`"${nonce}"`)) return `no complete object in the reply has the nonce as its "${nonceKey}"`;
  return "no JSON object in the reply carries the nonce";
}

function unreadable(problem: string): { readonly status: "unreadable"; readonly problem: string } {
  return { status: "unreadable", problem };
}
