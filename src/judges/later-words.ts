/** Answers whether a word occurs later: every word as a small number, with where it is first met and last said. */
import { readCharacters, runsOf, stopWords } from "./words.ts";
import { type Stretch, wordCharacter, WordTable } from "./word-table.ts";

/** Words beyond this many different ones are passed over: a map has an end, and memory too. No honest run comes near. */
const mostWords = 2_000_000;
const unmet = Number.MAX_SAFE_INTEGER;
const inTask = -1;
const shortest = 3;

/**
 * Positions are those of entries; the task stands before them all and the final answer after them all.
 * Learn what the agent said and asked for before meeting the transcript in order.
 */
export class LaterWords {
  readonly #numbers = new Map<string, number>(Array.from(stopWords, (word) => [word, dropped]));
  /** Where the agent last said the word: in the input of a call, in its own text, or in the final answer. */
  readonly #last: number[] = [];
  /** Where anyone first said it. */
  readonly #first: number[] = [];
  readonly #long: boolean[] = [];
  /** Which reading has last seen the word, so that each reading lists it once. */
  readonly #seen: number[] = [];
  #reading = 0;

  constructor(
    task: string,
    private readonly end: number,
  ) {
    this.meet(this.read(task), inTask);
  }

  /** The different words of a text, as numbers. */
  read(text: string): number[] {
    const reading = ++this.#reading;
    const different: number[] = [];
    for (const run of runsOf(text)) {
      const word = this.#number(fingerprint(run));
      if (word === dropped || this.#seen[word] === reading) continue;
      this.#seen[word] = reading;
      different.push(word);
    }
    return different;
  }

  /** Notes that the agent said these words at a position. */
  say(words: readonly number[], position: number): void {
    for (const word of words) if (this.#last[word]! < position) this.#last[word] = position;
  }

  /** Notes that the final answer holds these words. */
  conclude(words: readonly number[]): void {
    this.say(words, this.end);
  }

  /** Notes that these words stand at a position, and gives those that stood nowhere before. Call it in order. */
  meet(words: readonly number[], position: number): number[] {
    const fresh = words.filter((word) => this.#first[word] === unmet);
    for (const word of fresh) this.#first[word] = position;
    return fresh;
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
    return this.#long[word]!;
  }

  #number(word: string): number {
    const known = this.#numbers.get(word);
    if (known !== undefined) return known;
    if (this.#last.length >= mostWords) return dropped;
    const number = this.#last.length;
    this.#numbers.set(word, number);
    this.#last.push(inTask);
    this.#first.push(unmet);
    this.#long.push(/^.{4}/su.test(word));
    this.#seen.push(0);
    return number;
  }
}
