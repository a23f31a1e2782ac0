/** Computes the similarity of two texts from 0 to 1, by matching blocks or by edit distance. */
import { distance } from "fastest-levenshtein";
import { roundTo4 } from "../rounding.ts";
import { countCodePoints, toCodePoints } from "./code-points.ts";
import { type Matching, matchingRatio, matchTexts } from "./matching-blocks.ts";

/** The true Levenshtein distance, in code points. */
const surrogate = /[\ud800-\udfff]/;
const units = 0x10000;

/**
 * Returns the number of insertions, deletions and replacements of code points that turn one text into the other. The bit-parallel
 * algorithm compares UTF-16 units, so in texts with surrogates each code point is first mapped to a single unit. Only texts with
 * more different code points than there are units need the plain algorithm.
 */
export function levenshteinDistance(a: string, b: string): number {
  if (!surrogate.test(a) && !surrogate.test(b)) return distance(a, b);
  const unitOf = new Map<number, number>();
  const numbered = [toCodePoints(a), toCodePoints(b)].map((points) =>
    points.map((point) => {
      const known = unitOf.get(point) ?? unitOf.size;
      unitOf.set(point, known);
      return known;
    }),
  ) as [Int32Array, Int32Array];
  if (unitOf.size > units) return plainDistance(...numbered);
  return distance(fromUnits(numbered[0]), fromUnits(numbered[1]));
}

function fromUnits(numbers: Int32Array): string {
  const parts: string[] = [];
  for (let start = 0; start < numbers.length; start += 8192)
    parts.push(String.fromCharCode(...numbers.subarray(start, start + 8192)));
  return parts.join("");
}

/** Keeps only one row of the distance table, so memory grows with the length of one text. */
export function plainDistance(a: ArrayLike<number>, b: ArrayLike<number>): number {
  const row = Int32Array.from({ length: b.length + 1 }, (_, index) => index);
  for (let i = 1; i <= a.length; i += 1) {
    let diagonal = row[0] as number;
    row[0] = i;
    for (let j = 1; j <= b.length; j += 1) {
      const above = row[j] as number;
      const replaced = a[i - 1] === b[j - 1] ? diagonal : diagonal + 1;
      row[j] = Math.min(replaced, above + 1, (row[j - 1] as number) + 1);
      diagonal = above;
    }
  }
  return row[b.length] as number;
}

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
  const matched = longer - levenshteinDistance(a, b);
  const ratio = longer === 0 ? 1 : roundTo4(1 - (longer - matched) / longer);
  return { matched, actualLength, expectedLength, autojunkApplied: false, ratio };
}
