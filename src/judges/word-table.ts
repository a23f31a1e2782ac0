/**
 * Gives every word a number without making a text of each: a long run says millions of words, and nearly all of them
 * have been said before. A word is the bytes between two places.
 */
import { fingerprint } from "./fingerprint.ts";

/** Of every word: its hash, where it begins, and its length, side by side so that they are fetched together. */
const fields = 4;
/** A word has this many places; one that finds all of its own taken, if only by malice, goes into a map. */
const mostPlaces = 64;

/** What hashing starts with. */
export const emptyHash = 0x811c9dc5 | 0;

/** The hash of a word that goes on with this byte (FNV-1a). */
export function hashWith(hash: number, byte: number): number {
  return Math.imul(hash ^ byte, 0x01000193);
}

/** Bytes from `start` to `end`, with their hash. */
export interface Word {
  readonly bytes: Uint8Array;
  readonly start: number;
  readonly end: number;
  readonly hash: number;
}

export class WordTable {
  /** One more than the number of the word there; 0 where there is none. */
  #places = new Int32Array(512);
  #rows = new Int32Array(fields * 256);
  /** All words, one after the other. */
  #words = new Uint8Array(2048);
  #used = 0;
  #size = 0;
  readonly #crowded = new Map<string, number>();

  get size(): number {
    return this.#size;
  }

  /** The number of a word; -1 where it has none. */
  find(word: Word): number {
    const places = this.#places;
    const mask = places.length - 1;
    const first = placeOf(word.hash);
    for (let tried = 0; tried < mostPlaces; tried += 1) {
      const number = places[(first + tried) & mask]! - 1;
      if (number === -1) break;
      if (this.#isAt(fields * number, word)) return number;
    }
    return this.#crowded.size === 0 ? -1 : (this.#crowded.get(keyOf(word)) ?? -1);
  }

  /** Gives a word that has no number the next one; they count from 0. */
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
    if (this.#used + end - start > this.#words.length) this.#words = larger(this.#words, end - start);
    if (fields * (number + 1) > this.#rows.length) this.#rows = larger(this.#rows, fields);
    this.#rows[fields * number] = hash;
    this.#rows[fields * number + 1] = this.#used;
    this.#rows[fields * number + 2] = end - start;
    for (let place = start; place < end; place += 1, this.#used += 1) this.#words[this.#used] = bytes[place]!;
  }

  #place(number: number): void {
    const mask = this.#places.length - 1;
    const row = fields * number;
    const first = placeOf(this.#rows[row]!);
    for (let tried = 0; tried < mostPlaces; tried += 1) {
      const place = (first + tried) & mask;
      if (this.#places[place] !== 0) continue;
      this.#places[place] = number + 1;
      return;
    }
    const start = this.#rows[row + 1]!;
    this.#crowded.set(keyOf({ bytes: this.#words, start, end: start + this.#rows[row + 2]! }), number);
  }

  #grow(): void {
    this.#places = new Int32Array(2 * this.#places.length);
    this.#crowded.clear();
    for (let number = 0; number < this.#size; number += 1) this.#place(number);
  }
}

function placeOf(hash: number): number {
  return hash ^ (hash >>> 15);
}

/** Twice the room, and at least so much more. */
function larger<T extends Int32Array | Uint8Array>(full: T, more: number): T {
  const array =
    full instanceof Uint8Array ? new Uint8Array(2 * full.length + more) : new Int32Array(2 * full.length + more);
  array.set(full);
  return array as T;
}

function keyOf({ bytes, start, end }: Omit<Word, "hash">): string {
  return fingerprint(Buffer.from(bytes.subarray(start, end)).toString("latin1"));
}
