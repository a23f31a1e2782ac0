/** Computes the similarity of two texts from 0 to 1, by matching blocks or by edit distance. */
import { roundTo4 } from "../rounding.ts";
import { countCodePoints } from "./code-points.ts";
import { editDistance } from "./edit-distance.ts";
import { type Matching, matchingRatio, matchTexts } from "./matching-blocks.ts";

export interface SimilarityOptions {
  readonly caseSensitive?: boolean;
  /** Ignores frequent characters of a long expected text in the search, as difflib does; default true. */
  readonly autojunk?: boolean;
  readonly algorithm?: "ratcliff" | "levenshtein";
}

export interface Similarity extends Matching {
  /** Rounded to 4 decimals. */
  readonly ratio: number;
}

/** Returns the similarity of two texts, rounded to 4 decimals. Not symmetric by default: tide/diet 0.25, diet/tide 0.5. */
export function levenshteinRatio(actual: string, expected: string, options: SimilarityOptions = {}): number {
  return compareTexts(actual, expected, options).ratio;
}

/** Returns the ratio with the lengths behind it; for edit distance, `matched` is the longer length minus the distance. */
export function compareTexts(actual: string, expected: string, options: SimilarityOptions = {}): Similarity {
  const { caseSensitive = false, autojunk = true, algorithm = "ratcliff" } = options;
  const a = caseSensitive ? actual : actual.toLowerCase();
  const b = caseSensitive ? expected : expected.toLowerCase();
  if (algorithm === "levenshtein") return compareByDistance(a, b);
  const matching = matchTexts(a, b, autojunk);
  return { ...matching, ratio: roundTo4(matchingRatio(matching)) };
}

function compareByDistance(a: string, b: string): Similarity {
  const actualLength = countCodePoints(a);
  const expectedLength = countCodePoints(b);
  const longer = Math.max(actualLength, expectedLength);
  const matched = longer - editDistance(a, b);
  const ratio = longer === 0 ? 1 : roundTo4(1 - (longer - matched) / longer);
  return { matched, actualLength, expectedLength, autojunkApplied: false, ratio };
}
