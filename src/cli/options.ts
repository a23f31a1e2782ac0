/** Parsers of flag values. Each error says which values are allowed. */
import { InvalidArgumentError } from "commander";
import type { Shard } from "../core/plan/shard.ts";
import { MinPassRate } from "../core/report/gate.ts";

const mostShards = 10_000;

/** Parses a comma-separated list; the flag may also be repeated. */
export function parseList(value: string, before: readonly string[] = []): string[] {
  const parts = value.split(",").map((part) => part.trim());
  if (parts.some((part) => part === "")) throw new InvalidArgumentError("Expected names separated by commas.");
  return [...before, ...parts];
}

/** Returns a parser for a whole number of at least `least`. */
export function parseWholeNumber(least: number, most = Number.MAX_SAFE_INTEGER): (value: string) => number {
  return (value) => {
    const number = Number(value);
    if (!/^\d+$/.test(value) || number < least || number > most) {
      const range = most === Number.MAX_SAFE_INTEGER ? `of at least ${least}` : `from ${least} to ${most}`;
      throw new InvalidArgumentError(`Expected a whole number ${range}.`);
    }
    return number;
  };
}

/** Returns a parser for a number between two bounds. */
export function parseNumberBetween(least: number, most: number): (value: string) => number {
  return (value) => {
    const number = Number(value);
    if (value.trim() === "" || !Number.isFinite(number) || number < least || number > most)
      throw new InvalidArgumentError(`Expected a number from ${least} to ${most}.`);
    return number;
  };
}

/** Parses a number above 0. */
export function parsePositiveNumber(value: string): number {
  const number = Number(value);
  if (value.trim() === "" || !Number.isFinite(number) || number <= 0)
    throw new InvalidArgumentError("Expected a number above 0.");
  return number;
}

/** The help text of --judge. */
export const judgeHelp =
  'one judge for all questions: "rules", an agent, a model such as anthropic/claude-sonnet-4-5, or a module such as ./judge.mjs';

/** The help texts of the flags that set the gate. */
export const minPassRateHelp =
  "share of each result's trials that must pass: most (default), all, or 0 to 1; 0: no gate";
export const failUnderHelp = "also fail when the mean AXIS Result of a result is below n";

export function parseMinPassRate(value: string): MinPassRate {
  const parsed = MinPassRate.safeParse(
    value === "most" || value === "all" || value.trim() === "" ? value : Number(value),
  );
  if (!parsed.success) throw new InvalidArgumentError("Expected most, all, or a number from 0 to 1.");
  return parsed.data;
}

/** Parses a part of a plan, such as 3/8. */
export function parseShard(value: string): Shard {
  const [, number = 0, count = 0] = (/^(\d+)\/(\d+)$/.exec(value) ?? []).map(Number);
  if (number < 1 || number > count || count > mostShards)
    throw new InvalidArgumentError(`Expected a shard and their number, such as 3/8, at most ${mostShards}.`);
  return { number, count };
}

/** Returns a parser for one of a few words. */
export function parseOneOf<T extends string>(words: readonly T[]): (value: string) => T {
  const parse = (value: string) => {
    const word = words.find((each) => each === value);
    if (word === undefined) throw new InvalidArgumentError(`Expected one of: ${words.join(", ")}.`);
    return word;
  };
  return Object.assign(parse, { words });
}

/** The words that a parser of `parseOneOf` allows; undefined for any other. */
export function findWords(parser: unknown): readonly string[] | undefined {
  return typeof parser === "function" && "words" in parser ? (parser.words as readonly string[]) : undefined;
}
