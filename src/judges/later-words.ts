/** Answers whether a word occurs later: every word as a small number, with where it is first met and last said. */
import { WordTable } from "./word-table.ts";
import { readCharacters, runsOf, stopWords } from "./words.ts";

/** Words beyond this many different ones are passed over: a map has an end, and memory too. No honest run comes near. */
const mostWords = 2_000_000;
const unmet = 2 ** 30;
const inTask = -1;
/** In bytes; less is no word. */
const shortest = 3;
const lineEnd = 10;
/** Bytes up to this one stand between words, once a text is loaded. */
const lastBetween = lineEnd;

/** Bytes as they count in words: ASCII in lower case, 0 for what stands between words, and line ends as they are. */
const asRead = Uint8Array.from({ length: 256 }, (_, byte) => {
  if (byte > 127 || byte === lineEnd) return byte;
  const character = String.fromCharCode(byte);
  return /\w/.test(character) ? character.toLowerCase().charCodeAt(0) : 0;
});

/** Told what is read, in order. */
export interface Reader {
  /** A word by its number; stop words are left out. */
  word(word: number): void;
  /** A line has ended; `bytes` is its length with its end. */
  line?(bytes: number): void;
}

/**
 * Positions are those of entries; the task stands before them all and the final answer after them all.
 * Learn what the agent said and asked for before meeting the transcript in order.
 */
export class LaterWords {
  /** The stop words have the first numbers. */
  readonly #table = new WordTable();
  /** Where the agent last said the word: in the input of a call, in its own text, or in the final answer. */
  readonly #last: number[] = [];
  /** Where anyone first said it. */
  readonly #first: number[] = [];
  readonly #long: boolean[] = [];
  /** Which reading has last seen the word, so that each reading lists it once. */
  readonly #seen: number[] = [];
  #reading = 0;
  /** Those listed by the last reading; what is handed out is a copy without room to spare. */
  readonly #different: number[] = [];
  /** The text being read. */
  #loaded = Buffer.alloc(65_536);

  constructor(
    task: string,
    private readonly end: number,
  ) {
    for (const word of stopWords) this.#number(Buffer.from(word), 0, word.length);
    this.meet(this.read(task), inTask);
  }

  /** The different words of a text, as numbers. */
  read(text: string): number[] {
    let count = 0;
    this.#reading += 1;
    this.tell(text, {
      word: (word) => {
        if (this.#seen[word] === this.#reading) return;
        this.#seen[word] = this.#reading;
        this.#different[count] = word;
        count += 1;
      },
    });
    return this.#different.slice(0, count);
  }

  /** Reads a text once, without keeping anything: a word that stands in it twice is told twice. */
  tell(text: string, reader: Reader): void {
    const end = this.#load(text);
    const bytes = this.#loaded;
    let line = 0;
    let start = 0;
    let highest = 0;
    for (let place = 0; place <= end; place += 1) {
      const byte = place === end ? 0 : bytes[place]!;
      if (byte > highest) highest = byte;
      if (byte > lastBetween) continue;
      if (highest > 127) this.#tellBeyondAscii(bytes.toString("utf8", start, place), reader);
      else if (place - start >= shortest) this.#tellWord(this.#number(bytes, start, place), reader);
      start = place + 1;
      highest = 0;
      if (byte !== lineEnd) continue;
      reader.line?.(start - line);
      line = start;
    }
    if (line < end) reader.line?.(end - line);
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
    return words.filter((word) => this.meetWord(word, position));
  }

  /** The same for one word; true where it stood nowhere before. */
  meetWord(word: number, position: number): boolean {
    if (this.#first[word] !== unmet) return false;
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
    return this.#long[word]!;
  }

  /** Loads the part of a text that is read; returns how many bytes it has. */
  #load(text: string): number {
    const part = text.length > readCharacters ? text.slice(0, readCharacters) : text;
    if (3 * part.length > this.#loaded.length) this.#loaded = Buffer.alloc(3 * part.length);
    const end = this.#loaded.write(part);
    const bytes = this.#loaded;
    for (let place = 0; place < end; place += 1) bytes[place] = asRead[bytes[place]!]!;
    return end;
  }

  /** A stretch without ASCII punctuation, in which there may be any other. */
  #tellBeyondAscii(stretch: string, reader: Reader): void {
    for (const run of runsOf(stretch)) {
      const bytes = Buffer.from(run);
      this.#tellWord(this.#number(bytes, 0, bytes.length), reader);
    }
  }

  #tellWord(word: number, reader: Reader): void {
    if (word >= stopWords.size) reader.word(word);
  }

  /** The number of a word; that of a stop word where there are too many. */
  #number(bytes: Buffer, start: number, end: number): number {
    const known = this.#table.find(bytes, start, end);
    if (known !== -1) return known;
    if (this.#table.size >= mostWords) return 0;
    this.#last.push(inTask);
    this.#first.push(unmet);
    this.#long.push(/^.{4}/su.test(bytes.toString("utf8", start, end)));
    this.#seen.push(0);
    return this.#table.add(bytes, start, end);
  }
}
