/**
 * Numbers words without creating a string for each: a long run has millions of words, nearly all of them repeated.
 * A word is the bytes between two positions.
 */
import { fingerprint } from "./fingerprint.ts";

/** Per word: its hash, start and length, stored side by side so that they are fetched together. */
const fieldsPerWord = 4;
/** A word has this many slots; if all are taken, possibly by malicious input, it goes into a map. */
const maxSlots = 64;

/** The initial hash value. */
export const emptyHash = 0x811c9dc5 | 0;

/** Extends a hash by one byte (FNV-1a). */
export function extendHash(hash: number, byte: number): number {
  return Math.imul(hash ^ byte, 0x01000193);
}

/** Bytes from `start` to `end`. */
interface ByteRange {
  readonly bytes: Uint8Array;
  readonly start: number;
  readonly end: number;
}

/** A range of bytes with their hash. */
export interface Word extends ByteRange {
  readonly hash: number;
}

export class WordTable {
  /** The number of the word in the slot plus one; 0 for an empty slot. */
  #places = new Int32Array(512);
  #rows = new Int32Array(fieldsPerWord * 256);
  /** The bytes of all words, one after another. */
  #words = new Uint8Array(2048);
  #used = 0;
  #size = 0;
  readonly #crowded = new Map<string, number>();

  get size(): number {
    return this.#size;
  }

  /** The number of a word; -1 if it has none. */
  find(word: Word): number {
    const places = this.#places;
    const mask = places.length - 1;
    const first = firstSlot(word.hash);
    for (let tried = 0; tried < maxSlots; tried += 1) {
      const number = places[(first + tried) & mask]! - 1;
      if (number === -1) break;
      if (this.#isAt(fieldsPerWord * number, word)) return number;
    }
    return this.#crowded.size === 0 ? -1 : (this.#crowded.get(toMapKey(word)) ?? -1);
  }

  /** Gives a new word the next number, starting at 0. */
  add(word: Word): number {
    const number = this.#size;
    this.#size += 1;
    this.#keep(number, word);
    if (2 * this.#size <= this.#places.length) this.#place(number);
    else this.#grow();
    return number;
  }

  #isAt(row: number, { bytes, start, end, hash }: Word): boolean {
    const rows = this.#rows;
    if (rows[row] !== hash || rows[row + 2] !== end - start) return false;
    const words = this.#words;
    let at = rows[row + 1]!;
    for (let place = start; place < end; place += 1, at += 1) if (words[at] !== bytes[place]) return false;
    return true;
  }

  #keep(number: number, { bytes, start, end, hash }: Word): void {
    if (this.#used + end - start > this.#words.length) this.#words = enlargeArray(this.#words, end - start);
    if (fieldsPerWord * (number + 1) > this.#rows.length) this.#rows = enlargeArray(this.#rows, fieldsPerWord);
    this.#rows[fieldsPerWord * number] = hash;
    this.#rows[fieldsPerWord * number + 1] = this.#used;
    this.#rows[fieldsPerWord * number + 2] = end - start;
    for (let place = start; place < end; place += 1, this.#used += 1) this.#words[this.#used] = bytes[place]!;
  }

  #place(number: number): void {
    const mask = this.#places.length - 1;
    const row = fieldsPerWord * number;
    const first = firstSlot(this.#rows[row]!);
    for (let tried = 0; tried < maxSlots; tried += 1) {
      const place = (first + tried) & mask;
      if (this.#places[place] !== 0) continue;
      this.#places[place] = number + 1;
      return;
    }
    const start = this.#rows[row + 1]!;
    this.#crowded.set(toMapKey({ bytes: this.#words, start, end: start + this.#rows[row + 2]! }), number);
  }

  #grow(): void {
    this.#places = new Int32Array(2 * this.#places.length);
    this.#crowded.clear();
    for (let number = 0; number < this.#size; number += 1) this.#place(number);
  }
}

function firstSlot(hash: number): number {
  return hash ^ (hash >>> 15);
}

/** Doubles the array and adds `more` elements. */
function enlargeArray<T extends Int32Array | Uint8Array>(full: T, more: number): T {
  const array =
    full instanceof Uint8Array ? new Uint8Array(2 * full.length + more) : new Int32Array(2 * full.length + more);
  array.set(full);
  return array as T;
}

function toMapKey({ bytes, start, end }: ByteRange): string {
  return fingerprint(Buffer.from(bytes.subarray(start, end)).toString("latin1"));
}
