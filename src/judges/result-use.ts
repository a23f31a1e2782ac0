/** What became of the result of a call: how much of it was news, and how much of it the agent said again later. */
import type { LaterWords } from "./later-words.ts";
import type { Step } from "./step.ts";
import { readCharacters } from "./words.ts";

export interface ResultUse {
  /** Words that stand neither in the task nor in an earlier entry. */
  readonly newWords: number;
  /** Those of them that occur later. */
  readonly newWordsUsed: number;
  /** The part of the bytes in lines that hold a word of four or more characters that occurs later. */
  readonly usedShare: number;
}

export const unused: ResultUse = { newWords: 0, newWordsUsed: 0, usedShare: 0 };

/**
 * Reads a result and marks its words as met; results have to be read in the order of the transcript. Where the share
 * is not asked for, it is left at 0 and the result is read at one go.
 */
export function resultUse(step: Step, words: LaterWords, withShare: boolean): ResultUse {
  const position = step.lastEntry;
  let newWords = 0;
  let newWordsUsed = 0;
  let usedBytes = 0;
  for (const part of withShare ? linesOf(step.text) : [step.text]) {
    const inPart = words.read(part);
    for (const word of words.meet(inPart, position)) {
      newWords++;
      if (words.isLater(word, position)) newWordsUsed++;
    }
    if (withShare && inPart.some((word) => words.isLong(word) && words.isLater(word, position)))
      usedBytes += Buffer.byteLength(part);
  }
  return { newWords, newWordsUsed, usedShare: usedBytes === 0 ? 0 : usedBytes / step.textBytes };
}

/** Lines with their ends, so that their bytes add up to those of the text. What is not read has no line. */
function* linesOf(text: string): Generator<string> {
  const end = Math.min(text.length, readCharacters);
  for (let start = 0; start < end;) {
    const lineEnd = text.indexOf("\n", start);
    const next = lineEnd === -1 || lineEnd >= end ? end : lineEnd + 1;
    yield text.slice(start, next);
    start = next;
  }
}
