/** Reads a judge's answer item by item: good items count, bad ones are named, nothing is repaired by guessing. */
import type { z } from "zod";
import { messageOf } from "../core/error.ts";
import { wellFormed } from "../core/json.ts";
import { cutMiddle } from "../transcript/text.ts";

/** How one list of an answer is to be read. */
export interface ItemReader<T extends object> {
  /** Key of the list in the answer. */
  readonly list: string;
  /** Key of an item's number. */
  readonly key: string;
  /** What an item is about, for sentences. */
  readonly noun: string;
  readonly schema: z.ZodType<T>;
  /** Copies an item that plainly fits the schema; null where the schema has to look. Long runs have very many. */
  readonly plain?: (item: Readonly<Record<string, unknown>>) => T | null;
  /** Numbers that were asked for; items about others are ignored. */
  readonly asked: ReadonlySet<number>;
}

export interface Items<T> {
  readonly good: Map<number, T>;
  /** Null when everything that was asked for is good. */
  readonly problem: string | null;
}

/** An object with keys, which is what every answer has to be. */
export function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** Reads the items that were asked for. An item given twice is unreadable, even where both agree. */
export function readItems<T extends object>(
  answer: Readonly<Record<string, unknown>>,
  reader: ItemReader<T>,
): Items<T> {
  const list = answer[reader.list];
  if (!Array.isArray(list)) return { good: new Map(), problem: `"${reader.list}" is not a list` };
  const good = new Map<number, T>();
  const problems = new Map<number, string>();
  for (const item of list) {
    if (!isRecord(item)) continue;
    const number: unknown = item[reader.key];
    if (typeof number !== "number" || !reader.asked.has(number)) continue;
    if (good.has(number) || problems.has(number)) {
      good.delete(number);
      problems.set(number, "answered more than once");
      continue;
    }
    const read = reader.plain?.(item) ?? checked(item, reader.schema);
    if (typeof read === "string") problems.set(number, read);
    else good.set(number, read);
  }
  if (good.size < reader.asked.size)
    for (const number of reader.asked)
      if (!good.has(number) && !problems.has(number)) problems.set(number, "no answer");
  return { good, problem: problems.size === 0 ? null : sentence(problems, reader.noun) };
}

/** The item, or what is wrong with it. */
function checked<T extends object>(item: unknown, schema: z.ZodType<T>): T | string {
  const parsed = schema.safeParse(item);
  return parsed.success ? parsed.data : problemOf(parsed.error);
}

/** The first thing that does not fit, with its place. */
export function problemOf(error: z.ZodError): string {
  const [issue] = error.issues;
  if (issue === undefined) return "does not fit";
  return issue.path.length === 0 ? issue.message : `${issue.path.map(String).join(".")}: ${issue.message}`;
}

/** What is said of an answer that is not even an object. */
export const noObject = "the answer is not an object";

/** Items of a list that fit; the others are dropped. For parts of an answer that carry no number. */
export function fitting<T>(list: unknown, schema: z.ZodType<T>): T[] {
  if (!Array.isArray(list)) return [];
  return list.flatMap((item) => {
    const parsed = schema.safeParse(item);
    return parsed.success ? [parsed.data] : [];
  });
}

const shownProblems = 5;
const shownNumbers = 10;

/** Each problem once, with the numbers it holds for; long lists are counted, not printed. */
function sentence(problems: ReadonlyMap<number, string>, noun: string): string {
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

/** A reply that could not be read, as text for the detail file. */
export function rawText(value: unknown): string {
  return cutMiddle(wellFormed(typeof value === "string" ? value : jsonText(value)), rawCharacters);
}

/** What JSON cannot say (undefined, NaN, a cycle) is written as JavaScript names it. */
function jsonText(value: unknown): string {
  try {
    return typeof value === "object" && value !== null ? (JSON.stringify(value) ?? "") : String(value);
  } catch (error) {
    return `a value that cannot be written: ${messageOf(error)}`;
  }
}
