/** Checks whether a text stays within limits for characters and sentences. */
import { countCodePoints } from "./code-points.ts";
import { countSentences, defaultAbbreviations } from "./sentences.ts";

export interface LengthOptions {
  /** Default 2800; null means no limit. */
  readonly maxChars?: number | null;
  /** Minimum and maximum number of sentences, inclusive; null means no limit. */
  readonly sentenceRange?: readonly [number | null, number | null] | null;
  readonly abbreviations?: readonly string[];
}

export interface LengthCheck {
  readonly score: 0 | 1;
  readonly charCount: number;
  readonly sentenceCount: number;
}

/** Returns 1 if the text has at most `maxChars` code points and its number of sentences is within the range, if one is given. */
export function lengthCheck(text: string, options: LengthOptions = {}): LengthCheck {
  const { maxChars = 2800, sentenceRange = null, abbreviations = defaultAbbreviations } = options;
  const charCount = countCodePoints(text);
  const sentenceCount = countSentences(text, abbreviations);
  const [fewest, most] = sentenceRange ?? [null, null];
  const fits =
    charCount <= (maxChars ?? Infinity) && sentenceCount >= (fewest ?? 0) && sentenceCount <= (most ?? Infinity);
  return { score: fits ? 1 : 0, charCount, sentenceCount };
}
