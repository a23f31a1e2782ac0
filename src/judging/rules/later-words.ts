/** Tells whether a word occurs later: it records for every word where it first occurs and where it was last said. */
import { maxWords, type WordListener, WordReader } from "./word-reader.ts";
import { maxReadCharacters } from "./words.ts";

const neverSeen = 2 ** 30;
const inTask = -1;

/**
 * Positions are entry positions; the task comes before all entries and the final answer after them.
 * Record everything the agent said or asked for before recording the transcript in order.
 */
export class LaterWords {
  readonly #reader = new WordReader();
  /** Where the agent last said the word: in the input of a call, in its own text, or in the final answer. */
  #last = new Int32Array();
  /** Where the word first occurs in any entry. */
  #first = new Int32Array();
  /** The last reading that saw the word, so that each reading lists it once. */
  #seen = new Int32Array();
  #reading = 0;
  /** The words listed by the current reading. Callers get a copy of exactly the right size. */
  readonly #different: number[] = [];
  #count = 0;
  readonly #lister: WordListener = {
    word: (word) => {
      if (this.#seen[word] === this.#reading) return;
      this.#seen[word] = this.#reading;
      this.#different[this.#count] = word;
      this.#count += 1;
    },
  };

  constructor(
    task: string,
    private readonly end: number,
  ) {
    this.recordOccurrences(this.read(task), inTask);
  }

  /** The distinct words of a text, as numbers. */
  read(text: string): number[] {
    if (text === "") return [];
    this.#count = 0;
    this.#reading += 1;
    this.scan(text, this.#lister);
    return this.#different.slice(0, this.#count);
  }

  /** Reads a text to a listener without recording anything. */
  scan(text: string, listener: WordListener): void {
    this.#makeRoom(Math.min(text.length, maxReadCharacters));
    this.#reader.read(text, listener);
  }

  /** Records that the agent said these words at a position. */
  recordSaid(words: readonly number[], position: number): void {
    for (const word of words) if (this.#last[word]! < position) this.#last[word] = position;
  }

  /** Records that the final answer contains these words. */
  recordFinalAnswer(words: readonly number[]): void {
    this.recordSaid(words, this.end);
  }

  /** Records that these words occur at a position, and returns the new ones. Call it in transcript order. */
  recordOccurrences(words: readonly number[], position: number): number[] {
    return words.filter((word) => this.recordOccurrence(word, position));
  }

  /** The same for one word: true if it is new. */
  recordOccurrence(word: number, position: number): boolean {
    if (this.#first[word] !== neverSeen) return false;
    this.#first[word] = position;
    return true;
  }

  /** Whether the agent said the word after a position. */
  isLater(word: number, position: number): boolean {
    return this.#last[word]! > position;
  }

  isInTask(word: number): boolean {
    return this.#first[word] === inTask;
  }

  isInFinalAnswer(word: number): boolean {
    return this.#last[word] === this.end;
  }

  /** Whether the word has four characters or more. */
  isLong(word: number): boolean {
    return this.#reader.isLong(word);
  }

  /** Makes room for the words that a text of this length may add. */
  #makeRoom(characters: number): void {
    const needed = Math.min(this.#reader.size + characters, maxWords);
    if (needed <= this.#last.length) return;
    const length = Math.min(2 * needed, maxWords);
    this.#last = enlarge(this.#last, length, inTask);
    this.#first = enlarge(this.#first, length, neverSeen);
    this.#seen = enlarge(this.#seen, length, 0);
  }
}

function enlarge(array: Int32Array<ArrayBuffer>, length: number, fill: number): Int32Array<ArrayBuffer> {
  const larger = new Int32Array(length).fill(fill, array.length);
  larger.set(array);
  return larger;
}
