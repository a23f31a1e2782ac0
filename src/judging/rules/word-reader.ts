/** Reads texts word by word, each word as a number; the same word always has the same number. */
import { emptyHash, extendHash, type Word, WordTable } from "./word-table.ts";
import { maxReadCharacters, splitRuns, stopWords } from "./words.ts";

/** Further distinct words are ignored, because memory is limited. No honest run comes near this number. */
export const maxWords = 2_000_000;
/** In bytes; anything shorter is not a word. */
const minWordBytes = 3;
/** In characters. */
const longWordCharacters = 4;
const lineEnd = 10;
const beyondAscii = 128;

/** Maps bytes for comparison: ASCII to lower case, separators to 0; line feeds and non-ASCII bytes stay. */
const byteMap = Uint8Array.from({ length: 256 }, (_, byte) => {
  if (byte >= beyondAscii || byte === lineEnd) return byte;
  const character = String.fromCharCode(byte);
  return /\w/.test(character) ? character.toLowerCase().charCodeAt(0) : 0;
});

/** Receives what is read, in order. */
export interface WordListener {
  /** Called with the number of each word, every time it occurs; stop words are skipped. */
  word(word: number): void;
  /** Called at the end of a line; `bytes` is its length including the line end. */
  line?(bytes: number): void;
}

export class WordReader {
  /** The stop words have the first numbers. */
  readonly #table = new WordTable();
  readonly #long: boolean[] = [];
  /** The buffer for the text being read. */
  #room = Buffer.alloc(0);
  /** The word being read, reused because there are very many. */
  readonly #word = { bytes: this.#room, start: 0, end: 0, hash: 0 };

  constructor() {
    for (const word of stopWords) this.#learn(toWord(word));
  }

  /** All numbers are below this. */
  get size(): number {
    return this.#table.size;
  }

  /** Whether the word has four characters or more. */
  isLong(word: number): boolean {
    return this.#long[word]!;
  }

  /** Reads a text to a listener, which must not start another reading meanwhile. */
  read(text: string, listener: WordListener): void {
    const size = this.#load(text);
    let line = 0;
    for (let start = 0; start < size;) {
      const end = this.#readStretch(start, size, listener);
      if (end < size && this.#room[end] === lineEnd) {
        listener.line?.(end + 1 - line);
        line = end + 1;
      }
      start = end + 1;
    }
    if (line < size) listener.line?.(size - line);
  }

  /** Loads the part of a text that will be read; returns its size in bytes. */
  #load(text: string): number {
    const part = text.length > maxReadCharacters ? text.slice(0, maxReadCharacters) : text;
    // A UTF-16 code unit takes at most three bytes in UTF-8.
    if (3 * part.length > this.#room.length)
      this.#word.bytes = this.#room = Buffer.alloc(Math.min(6 * part.length, 3 * maxReadCharacters));
    return this.#room.write(part);
  }

  /** Reads up to the next ASCII separator; returns its position. */
  #readStretch(start: number, size: number, listener: WordListener): number {
    const bytes = this.#room;
    let end = start;
    let bits = 0;
    let hash = emptyHash;
    for (; end < size; end += 1) {
      const byte = byteMap[bytes[end]!]!;
      if (byte <= lineEnd) break;
      bytes[end] = byte;
      bits |= byte;
      hash = extendHash(hash, byte);
    }
    if (bits >= beyondAscii) this.#readRuns(bytes.toString("utf8", start, end), listener);
    else if (end - start >= minWordBytes) {
      this.#word.start = start;
      this.#word.end = end;
      this.#word.hash = hash;
      this.#tell(this.#word, listener);
    }
    return end;
  }

  /** Reads a stretch that may contain non-ASCII punctuation. */
  #readRuns(stretch: string, listener: WordListener): void {
    for (const run of splitRuns(stretch)) this.#tell(toWord(run), listener);
  }

  #tell(word: Word, listener: WordListener): void {
    const known = this.#table.find(word);
    const number = known === -1 ? this.#learn(word) : known;
    if (number >= stopWords.size) listener.word(number);
  }

  /** The number of a new word; that of a stop word if there are too many words. */
  #learn(word: Word): number {
    if (this.#table.size >= maxWords) return 0;
    this.#long.push(countCharacters(word) >= longWordCharacters);
    return this.#table.add(word);
  }
}

/** Does not count UTF-8 continuation bytes. */
function countCharacters({ bytes, start, end }: Word): number {
  let characters = 0;
  for (let place = start; place < end; place += 1) if ((bytes[place]! & 0xc0) !== 0x80) characters += 1;
  return characters;
}

function toWord(text: string): Word {
  const bytes = Buffer.from(text);
  return { bytes, start: 0, end: bytes.length, hash: bytes.reduce(extendHash, emptyHash) };
}
