/** Measures the use of a call's result: how much of it was new, and how much of it the agent mentioned later. */
import type { LaterWords } from "./later-words.ts";
import type { RuleStep } from "./step.ts";
import type { WordListener } from "./word-reader.ts";

export interface ResultUse {
  /** Words that occur neither in the task nor in an earlier entry. */
  readonly newWords: number;
  /** Those of them that occur later. */
  readonly newWordsUsed: number;
  /** The share of bytes in lines with a word of four or more characters that occurs later. */
  readonly usedShare: number;
}

export const unusedResult: ResultUse = { newWords: 0, newWordsUsed: 0, usedShare: 0 };

/** Reads results and records their words; they must be read in transcript order. */
export class ResultReader implements WordListener {
  readonly #words: LaterWords;
  #position = 0;
  #newWords = 0;
  #newWordsUsed = 0;
  #usedBytes = 0;
  #isLineUsed = false;

  constructor(words: LaterWords) {
    this.#words = words;
  }

  read(step: RuleStep): ResultUse {
    this.#position = step.lastEntry;
    this.#newWords = 0;
    this.#newWordsUsed = 0;
    this.#usedBytes = 0;
    this.#isLineUsed = false;
    this.#words.scan(step.text, this);
    if (this.#newWords === 0 && this.#usedBytes === 0) return unusedResult;
    const usedShare = this.#usedBytes === 0 ? 0 : this.#usedBytes / step.textBytes;
    return { newWords: this.#newWords, newWordsUsed: this.#newWordsUsed, usedShare };
  }

  word(word: number): void {
    const isLater = this.#words.isLater(word, this.#position);
    if (isLater && this.#words.isLong(word)) this.#isLineUsed = true;
    if (!this.#words.recordOccurrence(word, this.#position)) return;
    this.#newWords += 1;
    if (isLater) this.#newWordsUsed += 1;
  }

  line(bytes: number): void {
    if (this.#isLineUsed) this.#usedBytes += bytes;
    this.#isLineUsed = false;
  }
}
