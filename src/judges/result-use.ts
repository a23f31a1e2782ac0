/** What became of the result of a call: how much of it was news, and how much of it the agent said again later. */
import type { LaterWords } from "./later-words.ts";
import type { Step } from "./step.ts";

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
  const meet = (found: readonly number[]) => {
    for (const word of words.meet(found, position)) {
      newWords++;
      if (words.isLater(word, position)) newWordsUsed++;
    }
  };
  if (withShare)
    words.readLines(step.text, (found, bytes) => {
      meet(found);
      if (found.some((word) => words.isLong(word) && words.isLater(word, position))) usedBytes += bytes;
    });
  else meet(words.read(step.text));
  return { newWords, newWordsUsed, usedShare: usedBytes === 0 ? 0 : usedBytes / step.textBytes };
}
