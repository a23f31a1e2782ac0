/** Whether a text keeps to a length in characters and sentences. */
import { codePointLength } from "./code-points.ts";
import { countSentences, defaultAbbreviations } from "./sentences.ts";

export interface LengthOptions {
  /** Default 2800; null is no limit. */
  readonly maxChars?: number | null;
  /** Fewest and most sentences, both inclusive; null on either side is no limit. */
  readonly sentenceRange?: readonly [number | null, number | null] | null;
  readonly abbreviations?: readonly string[];
}

export interface LengthCheck {
  readonly score: 0 | 1;
  readonly charCount: number;
  readonly sentenceCount: number;
}

/** 1 if the text has at most `maxChars` code points and, where a range is given, sentences within it. */
export function lengthCheck(text: string, options: LengthOptions = {}): LengthCheck {
  const { maxChars = 2800, sentenceRange = null, abbreviations = defaultAbbreviations } = options;
  const charCount = codePointLength(text);
  const sentenceCount = countSentences(text, abbreviations);
  const [fewest, most] = sentenceRange ?? [null, null];
  const fits =
    charCount <= (maxChars ?? Infinity) && sentenceCount >= (fewest ?? 0) && sentenceCount <= (most ?? Infinity);
  return { score: fits ? 1 : 0, charCount, sentenceCount };
}
