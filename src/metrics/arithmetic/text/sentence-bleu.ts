/** Computes BLEU of one sentence against one reference. */
import { roundTo4, sum } from "../rounding.ts";
import { splitTokens } from "./white-space.ts";

export interface BleuOptions {
  /** The length of the longest n-grams; default 4. */
  readonly nGrams?: number;
  readonly caseSensitive?: boolean;
  /** Adds one to every count of matches and n-grams; default true. */
  readonly smoothing?: boolean;
  /** Uses only n-grams that are no longer than the candidate; default false. */
  readonly effectiveOrder?: boolean;
}

export interface Bleu {
  /** Rounded to 4 decimals. */
  readonly score: number;
  readonly brevityPenalty: number;
  /** One per n, from 1 to the highest order used. */
  readonly precisions: readonly number[];
  readonly candidateLength: number;
  readonly referenceLength: number;
  /** Whether the candidate has fewer tokens than the longest n-grams, which makes the score 0. */
  readonly shortCandidate: boolean;
}

/** Returns BLEU of one sentence, rounded to 4 decimals. A candidate of fewer than `nGrams` tokens scores 0 by definition. */
export function sentenceBleu(actual: string, expected: string, options: BleuOptions = {}): number {
  return computeBleu(actual, expected, options).score;
}

/** Returns the score with the values behind it. */
export function computeBleu(actual: string, expected: string, options: BleuOptions = {}): Bleu {
  const { nGrams = 4, caseSensitive = false, smoothing = true, effectiveOrder = false } = options;
  const numbers = new Map<string, number>();
  const [candidate, reference] = [actual, expected].map((text) =>
    numberTokens(splitTokens(caseSensitive ? text : text.toLowerCase()), numbers),
  ) as [number[], number[]];
  const order = effectiveOrder ? Math.min(nGrams, candidate.length) : nGrams;
  const precisions = computePrecisions({ candidate, reference, vocabulary: numbers.size }, order, smoothing);
  const brevityPenalty = computeBrevity(candidate.length, reference.length);
  return {
    score: order === 0 || precisions.includes(0) ? 0 : combinePrecisions(brevityPenalty, precisions),
    brevityPenalty,
    precisions,
    candidateLength: candidate.length,
    referenceLength: reference.length,
    shortCandidate: candidate.length < order,
  };
}

function combinePrecisions(brevityPenalty: number, precisions: readonly number[]): number {
  return roundTo4(brevityPenalty * Math.exp(sum(precisions.map(Math.log)) / precisions.length));
}

function computeBrevity(candidate: number, reference: number): number {
  if (candidate === 0) return 0;
  return candidate > reference ? 1 : Math.exp(1 - reference / candidate);
}

function numberTokens(tokens: readonly string[], numbers: Map<string, number>): number[] {
  return tokens.map((token) => {
    const number = numbers.get(token) ?? numbers.size;
    numbers.set(token, number);
    return number;
  });
}

interface TokenPair {
  readonly candidate: readonly number[];
  readonly reference: readonly number[];
  readonly vocabulary: number;
}

/** An n-gram is identified by the number of its first n - 1 tokens and its last token, so each order takes one pass. */
function computePrecisions(tokens: TokenPair, order: number, smoothing: boolean): number[] {
  const precisions: number[] = [];
  let { candidate, reference } = tokens;
  for (let n = 1; n <= order; n += 1) {
    const total = candidate.length;
    const matches = countClippedMatches(candidate, reference);
    precisions.push(total === 0 ? 0 : smoothing ? (matches + 1) / (total + 1) : matches / total);
    // All further precisions are 0 as well, because n-grams would be longer than the candidate.
    if (total === 0) break;
    const longer = new Map<number, number>();
    candidate = lengthenNGrams(candidate, { tokens: tokens.candidate, n, vocabulary: tokens.vocabulary }, longer);
    reference = lengthenNGrams(reference, { tokens: tokens.reference, n, vocabulary: tokens.vocabulary }, longer);
  }
  return precisions;
}

function countClippedMatches(candidate: readonly number[], reference: readonly number[]): number {
  const left = new Map<number, number>();
  for (const gram of reference) left.set(gram, (left.get(gram) ?? 0) + 1);
  let matches = 0;
  for (const gram of candidate) {
    const count = left.get(gram) ?? 0;
    if (count === 0) continue;
    left.set(gram, count - 1);
    matches += 1;
  }
  return matches;
}

interface Lengthening {
  readonly tokens: readonly number[];
  readonly n: number;
  readonly vocabulary: number;
}

function lengthenNGrams(grams: readonly number[], by: Lengthening, numbers: Map<number, number>): number[] {
  return grams.slice(0, -1).map((gram, index) => {
    const key = gram * by.vocabulary + (by.tokens[index + by.n] as number);
    const number = numbers.get(key) ?? numbers.size;
    numbers.set(key, number);
    return number;
  });
}
