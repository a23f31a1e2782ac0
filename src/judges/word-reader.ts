/** Reads texts word by word, each word as a number: the same word, the same number. */
import { emptyHash, hashWith, type Word, WordTable } from "./word-table.ts";
import { readCharacters, runsOf, stopWords } from "./words.ts";

/** Words beyond this many different ones are passed over: memory has an end. No honest run comes near. */
const mostWords = 2_000_000;
/** In bytes; less is no word. */
const shortest = 3;
/** In characters. */
const longFrom = 4;
const lineEnd = 10;
const beyondAscii = 128;

/** Bytes as they count in words: ASCII in lower case, 0 for what stands between words, and line ends as they are. */
const counted = Uint8Array.from({ length: 256 }, (_, byte) => {
  if (byte >= beyondAscii || byte === lineEnd) return byte;
  const character = String.fromCharCode(byte);
  return /\w/.test(character) ? character.toLowerCase().charCodeAt(0) : 0;
});

/** Told what is read, in order. */
export interface Listener {
  /** A word by its number, as often as it stands there; stop words are left out. */
  word(word: number): void;
  /** A line has ended; `bytes` is its length with its end. */
  line?(bytes: number): void;
}

export class WordReader {
  /** The stop words have the first numbers. */
  readonly #table = new WordTable();
  readonly #long: boolean[] = [];
  /** Room for the text being read. */
  #room = Buffer.alloc(0);
  /** The word being read; very many are, and each only for a moment. */
  readonly #word = { bytes: this.#room, start: 0, end: 0, hash: 0 };

  constructor() {
    for (const word of stopWords) this.#learn(whole(word));
  }

  /** All numbers are below this. */
  get size(): number {
    return this.#table.size;
  }

  /** Whether the word has four characters or more. */
  isLong(word: number): boolean {
    return this.#long[word]!;
  }

  /** Reads a text to a listener, who must not have another one read meanwhile. */
  read(text: string, listener: Listener): void {
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

  /** Loads the part of a text that is read; returns how many bytes it has. */
  #load(text: string): number {
    const part = text.length > readCharacters ? text.slice(0, readCharacters) : text;
    // No character takes more than three bytes for each of its code units.
    if (3 * part.length > this.#room.length) this.#word.bytes = this.#room = Buffer.alloc(6 * part.length);
    return this.#room.write(part);
  }

  /** Reads up to an ASCII character that stands between words; returns its place. */
  #readStretch(start: number, size: number, listener: Listener): number {
    const bytes = this.#room;
    let end = start;
    let bits = 0;
    let hash = emptyHash;
    for (; end < size; end += 1) {
      const byte = counted[bytes[end]!]!;
      if (byte <= lineEnd) break;
      bytes[end] = byte;
      bits |= byte;
      hash = hashWith(hash, byte);
    }
    if (bits >= beyondAscii) this.#readRuns(bytes.toString("utf8", start, end), listener);
    else if (end - start >= shortest) {
      this.#word.start = start;
      this.#word.end = end;
      this.#word.hash = hash;
      this.#tell(this.#word, listener);
    }
    return end;
  }

  /** A stretch in which there may be punctuation beyond ASCII. */
  #readRuns(stretch: string, listener: Listener): void {
    for (const run of runsOf(stretch)) this.#tell(whole(run), listener);
  }

  #tell(word: Word, listener: Listener): void {
    const known = this.#table.find(word);
    const number = known === -1 ? this.#learn(word) : known;
    if (number >= stopWords.size) listener.word(number);
  }

  /** The number of a new word; that of a stop word where there are too many. */
  #learn(word: Word): number {
    if (this.#table.size >= mostWords) return 0;
    this.#long.push(charactersIn(word) >= longFrom);
    return this.#table.add(word);
  }
}

/** Bytes that go on with a character are not counted. */
function charactersIn({ bytes, start, end }: Word): number {
  let characters = 0;
  for (let place = start; place < end; place += 1) if ((bytes[place]! & 0xc0) !== 0x80) characters += 1;
  return characters;
}

function whole(text: string): Word {
  const bytes = Buffer.from(text);
  return { bytes, start: 0, end: bytes.length, hash: bytes.reduce(hashWith, emptyHash) };
}
