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

/** Reads a result and marks its words as met; results have to be read in the order of the transcript. */
export function resultUse(step: Step, words: LaterWords): ResultUse {
  const position = step.lastEntry;
  let [newWords, newWordsUsed, usedBytes, isLineUsed] = [0, 0, 0, false];
  words.tell(step.text, {
    word(word) {
      const isLater = words.isLater(word, position);
      if (isLater && words.isLong(word)) isLineUsed = true;
      if (!words.meetWord(word, position)) return;
      newWords += 1;
      if (isLater) newWordsUsed += 1;
    },
    line(bytes) {
      if (isLineUsed) usedBytes += bytes;
      isLineUsed = false;
    },
  });
  return { newWords, newWordsUsed, usedShare: usedBytes === 0 ? 0 : usedBytes / step.textBytes };
}
