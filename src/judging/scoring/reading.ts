/** Reads a judge's answer item by item: valid items count, invalid ones are reported, nothing is guessed. */
import type { z } from "zod";
import { errorMessage } from "../../core/error.ts";
import { replaceLoneSurrogates, isRecord } from "../../core/json.ts";
import { cutMiddle } from "../../agents/transcript/text.ts";

/** How to read one list of an answer. */
export interface ItemReader<T extends object> {
  /** The key of the list in the answer. */
  readonly list: string;
  /** The key of an item's number. */
  readonly key: string;
  /** The noun for an item in sentences. */
  readonly noun: string;
  readonly schema: z.ZodType<T>;
  /** Copies an item that obviously fits the schema, since long runs have very many; null if the schema must decide. */
  readonly plain?: (item: Readonly<Record<string, unknown>>) => T | null;
  /** The numbers that were asked for; items with other numbers are ignored. */
  readonly asked: ReadonlySet<number>;
}

export interface ReadItemsResult<T> {
  readonly good: Map<number, T>;
  /** Null if every requested item is valid. */
  readonly problem: string | null;
}

/** Reads the requested items. An item given twice is invalid, even if both agree. */
export function readItems<T extends object>(
  answer: Readonly<Record<string, unknown>>,
  reader: ItemReader<T>,
): ReadItemsResult<T> {
  const list = answer[reader.list];
  if (!Array.isArray(list)) return { good: new Map(), problem: `"${reader.list}" is not a list` };
  const good = new Map<number, T>();
  const problems = new Map<number, string>();
  for (const item of list) {
    if (!isRecord(item)) continue;
    const number = readNumber(item, reader);
    if (number === null) continue;
    if (good.has(number) || problems.has(number)) {
      good.delete(number);
      problems.set(number, "answered more than once");
      continue;
    }
    const read = reader.plain?.(item) ?? checkItem(item, reader.schema);
    if (typeof read === "string") problems.set(number, read);
    else good.set(number, read);
  }
  const missing = [...reader.asked].filter((number) => !good.has(number) && !problems.has(number));
  for (const number of missing) problems.set(number, "no answer");
  return { good, problem: problems.size === 0 ? null : describeProblems(problems, reader.noun) };
}

/** Returns the item, or what is wrong with it. */
function checkItem<T extends object>(item: unknown, schema: z.ZodType<T>): T | string {
  const parsed = schema.safeParse(item);
  return parsed.success ? parsed.data : describeIssue(parsed.error);
}

/** The first problem, with its location. */
export function describeIssue(error: z.ZodError): string {
  const [issue] = error.issues;
  if (issue === undefined) return "does not fit";
  return issue.path.length === 0 ? issue.message : `${issue.path.map(String).join(".")}: ${issue.message}`;
}

/** The problem of an answer that is not even an object. */
export const notAnObject = "the answer is not an object";

/** The valid items of a list; the others are dropped. For parts of an answer that have no number. */
export function selectValid<T>(list: unknown, schema: z.ZodType<T>): T[] {
  if (!Array.isArray(list)) return [];
  return list.flatMap((item) => {
    const parsed = schema.safeParse(item);
    return parsed.success ? [parsed.data] : [];
  });
}

const shownProblems = 5;
const shownNumbers = 10;

/** Reports each problem once, with the numbers it applies to; long lists are shortened to a count. */
function describeProblems(problems: ReadonlyMap<number, string>, noun: string): string {
  const places = new Map<string, number[]>();
  for (const [number, problem] of problems) {
    const numbers = places.get(problem);
    if (numbers === undefined) places.set(problem, [number]);
    else numbers.push(number);
  }
  const parts = [...places].map(([problem, numbers]) => `${noun} ${shorten(numbers, shownNumbers, ", ")}: ${problem}`);
  return shorten(parts, shownProblems, "; ");
}

function shorten(parts: readonly (number | string)[], limit: number, separator: string): string {
  const shown = parts.slice(0, limit).join(separator);
  return parts.length > limit ? `${shown} and ${parts.length - limit} more` : shown;
}

const rawCharacters = 20_000;

/** Converts an unreadable reply to text for the detail file. */
export function toRawText(value: unknown): string {
  return cutMiddle(replaceLoneSurrogates(typeof value === "string" ? value : stringifyAnything(value)), rawCharacters);
}

/** Values that JSON cannot express (undefined, NaN, a cycle) are written as JavaScript prints them. */
function stringifyAnything(value: unknown): string {
  try {
    return typeof value === "object" && value !== null ? (JSON.stringify(value) ?? "") : String(value);
  } catch (error) {
    return `a value that cannot be converted to text: ${errorMessage(error)}`;
  }
}

/** The number of the item; null if no such item was requested. */
function readNumber(item: Readonly<Record<string, unknown>>, reader: ItemReader<object>): number | null {
  const number = item[reader.key];
  return typeof number === "number" && reader.asked.has(number) ? number : null;
}
