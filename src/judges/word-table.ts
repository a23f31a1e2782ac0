/**
 * Gives every word a number without making a text of each: a long run says millions of words, and nearly all of them
 * have been said before.
 */
import { fingerprint } from "./fingerprint.ts";

/** ASCII characters as they count in words: in lower case, and 0 for those that stand between words. */
const lowered = Uint16Array.from({ length: 128 }, (_, code) => {
  const character = String.fromCharCode(code);
  return /\w/.test(character) ? character.toLowerCase().charCodeAt(0) : 0;
});

/** The character at a position as it counts in a word: 0 between words; beyond ASCII as it is. */
export function wordCharacter(text: string, position: number): number {
  const code = text.charCodeAt(position);
  return code < 128 ? lowered[code]! : code;
}

/** A stretch of a text. */
export interface Stretch {
  readonly text: string;
  start: number;
  end: number;
}

/** A word has this many places; one that finds all of its own taken, if only by malice, goes into a map. */
const mostPlaces = 64;

export class WordTable {
  /** One more than the number of the word there; 0 where there is none. */
  #places = new Int32Array(4096);
  /** The characters of all words, one word after the other. */
  #characters = new Uint16Array(32_768);
  /** Where each word ends among them; it begins where the one before it ends. */
  readonly #ends: number[] = [];
  readonly #hashes: number[] = [];
  readonly #crowded = new Map<string, number>();

  get size(): number {
    return this.#ends.length;
  }

  /** The number of a word, in whichever case of ASCII it is written; -1 where it has none. */
  find(word: Stretch): number {
    const hash = hashOf(word);
    const mask = this.#places.length - 1;
    for (let tried = 0; tried < mostPlaces; tried += 1) {
      const number = this.#places[(hash + tried) & mask]! - 1;
      if (number === -1) break;
      if (this.#hashes[number] === hash && this.#isAt(number, word)) return number;
    }
    return this.#crowded.size === 0 ? -1 : (this.#crowded.get(keyOf(codesOf(word))) ?? -1);
  }

  /** Gives a word that has no number the next one; they count from 0. */
  add(word: Stretch): number {
    const number = this.size;
    this.#keep(codesOf(word));
    this.#hashes.push(hashOf(word));
    if (2 * this.size <= this.#places.length) this.#place(number);
    else this.#grow();
    return number;
  }

  #startOf(number: number): number {
    return number === 0 ? 0 : this.#ends[number - 1]!;
  }

  #isAt(number: number, { text, start, end }: Stretch): boolean {
    const first = this.#startOf(number);
    if (this.#ends[number]! - first !== end - start) return false;
    for (let position = start, at = first; position < end; position += 1, at += 1)
      if (this.#characters[at] !== wordCharacter(text, position)) return false;
    return true;
  }

  #keep(codes: Uint16Array): void {
    const start = this.#startOf(this.size);
    const end = start + codes.length;
    if (end > this.#characters.length) {
      const larger = new Uint16Array(2 * end);
      larger.set(this.#characters);
      this.#characters = larger;
    }
    this.#characters.set(codes, start);
    this.#ends.push(end);
  }

  #place(number: number): void {
    const mask = this.#places.length - 1;
    for (let tried = 0; tried < mostPlaces; tried += 1) {
      const place = (this.#hashes[number]! + tried) & mask;
      if (this.#places[place] !== 0) continue;
      this.#places[place] = number + 1;
      return;
    }
    this.#crowded.set(keyOf(this.#characters.slice(this.#startOf(number), this.#ends[number])), number);
  }

  #grow(): void {
    this.#places = new Int32Array(2 * this.#places.length);
    this.#crowded.clear();
    for (let number = 0; number < this.size; number += 1) this.#place(number);
  }
}

/** FNV-1a over the characters. */
function hashOf({ text, start, end }: Stretch): number {
  let hash = 0x811c9dc5;
  for (let position = start; position < end; position += 1)
    hash = Math.imul(hash ^ wordCharacter(text, position), 0x01000193);
  return (hash ^ (hash >>> 15)) >>> 0;
}

function codesOf({ text, start, end }: Stretch): Uint16Array {
  return Uint16Array.from({ length: end - start }, (_, offset) => wordCharacter(text, start + offset));
}

function keyOf(codes: Uint16Array): string {
  return fingerprint(Buffer.from(codes.buffer).toString("latin1"));
}
