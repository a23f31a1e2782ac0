/** Matches tool calls with expected calls, and scores the match. */
import { compareArguments } from "./fuzzy-similarity.ts";
import { hasJsonSubset, isJsonEqual, type JsonObject } from "./json-value.ts";

interface ToolUse {
  readonly name: string;
  readonly args?: JsonObject | undefined;
}

export interface ToolMatchOptions {
  readonly checkParameters?: boolean;
  readonly strictOrder?: boolean;
  readonly parameterMatchingStrategy?: "exact" | "subset" | "fuzzy";
  readonly fuzzyThreshold?: number;
  readonly scoring?: "recall" | "precision" | "f1";
}

interface Rates {
  readonly recall: number;
  readonly precision: number;
  readonly f1: number;
}

export interface ToolMatch extends Rates {
  readonly score: number;
  readonly matched: number;
  /** For each expected call, the index of the call that matches it; null if none does. */
  readonly callIndexes: readonly (number | null)[];
  /** Indexes of calls that match no expected call. */
  readonly unexpected: readonly number[];
}

/** Returns only the score. */
export function toolMatchScore(
  called: readonly ToolUse[],
  expected: readonly ToolUse[],
  options: ToolMatchOptions = {},
): number {
  return matchTools(called, expected, options).score;
}

/** Assigns to each expected call, in order, the first unused call that matches it; in strict order, the call at the same index. */
export function matchTools(
  called: readonly ToolUse[],
  expected: readonly ToolUse[],
  options: ToolMatchOptions = {},
): ToolMatch {
  const matches = createMatcher(options);
  const callIndexes = options.strictOrder
    ? expected.map((wanted, place) => (called[place] && matches(called[place], wanted) ? place : null))
    : findFirstFree(called, expected, matches);
  const used = new Set(callIndexes);
  const matched = callIndexes.filter((place) => place !== null).length;
  const rates = computeRates(matched, called.length, expected.length);
  return {
    ...rates,
    score: computeToolScore(rates, { called: called.length, expected: expected.length, matched }, options),
    matched,
    callIndexes,
    unexpected: called.flatMap((_, place) => (used.has(place) ? [] : [place])),
  };
}

type Matcher = (call: ToolUse, wanted: ToolUse) => boolean;

function createMatcher({
  checkParameters = false,
  parameterMatchingStrategy = "exact",
  fuzzyThreshold = 0.8,
}: ToolMatchOptions): Matcher {
  const compare = {
    exact: (called: JsonObject, expected: JsonObject) => isJsonEqual(called, expected),
    subset: (called: JsonObject, expected: JsonObject) => hasJsonSubset(called, expected),
    fuzzy: (called: JsonObject, expected: JsonObject) => compareArguments(called, expected) >= fuzzyThreshold,
  }[parameterMatchingStrategy];
  return (call, wanted) =>
    call.name === wanted.name && (!checkParameters || compare(call.args ?? {}, wanted.args ?? {}));
}

/** Groups calls by name, so that long lists of different tools are not compared pairwise. */
function findFirstFree(called: readonly ToolUse[], expected: readonly ToolUse[], matches: Matcher): (number | null)[] {
  const waiting = new Map<string, number[]>();
  called.forEach(({ name }, place) => {
    const places = waiting.get(name);
    if (places) places.push(place);
    else waiting.set(name, [place]);
  });
  return expected.map((wanted) => {
    const places = waiting.get(wanted.name) ?? [];
    const at = places.findIndex((place) => matches(called[place] as ToolUse, wanted));
    return at === -1 ? null : (places.splice(at, 1)[0] as number);
  });
}

function computeRates(matched: number, called: number, expected: number): Rates {
  const recall = expected === 0 ? 1 : matched / expected;
  const precision = called === 0 ? 1 : matched / called;
  return {
    recall,
    precision,
    f1: recall === 0 || precision === 0 ? 0 : (2 * precision * recall) / (precision + recall),
  };
}

interface ToolCounts {
  readonly called: number;
  readonly expected: number;
  readonly matched: number;
}

function computeToolScore(rates: Rates, { called, expected, matched }: ToolCounts, options: ToolMatchOptions): number {
  if (expected === 0) return called === 0 ? 1 : 0;
  if (options.strictOrder) return called === expected && matched === expected ? 1 : 0;
  return rates[options.scoring ?? "recall"];
}
