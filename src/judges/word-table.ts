/**
 * Gives every word a number without making a text of each: a long run says millions of words, and nearly all of them
 * have been said before. A word is the bytes between two places.
 */
import { fingerprint } from "./fingerprint.ts";

/** A word has this many places; one that finds all of its own taken, if only by malice, goes into a map. */
const mostPlaces = 64;

export class WordTable {
  /** One more than the number of the word there; 0 where there is none. */
  #places = new Int32Array(4096);
  /** All words, one after the other. */
  #words = new Uint8Array(32_768);
  /** Where each word begins among them, and at the end where the next one will. */
  readonly #starts = [0];
  readonly #hashes: number[] = [];
  readonly #crowded = new Map<string, number>();

  get size(): number {
    return this.#hashes.length;
  }

  /** The number of a word; -1 where it has none. */
  find(bytes: Uint8Array, start: number, end: number): number {
    const hash = hashOf(bytes, start, end);
    const mask = this.#places.length - 1;
    for (let tried = 0; tried < mostPlaces; tried += 1) {
      const number = this.#places[(hash + tried) & mask]! - 1;
      if (number === -1) break;
      if (this.#hashes[number] === hash && this.#isAt(number, bytes, start, end)) return number;
    }
    return this.#crowded.size === 0 ? -1 : (this.#crowded.get(keyOf(bytes.subarray(start, end))) ?? -1);
  }

  /** Gives a word that has no number the next one; they count from 0. */
  add(bytes: Uint8Array, start: number, end: number): number {
    const number = this.size;
    this.#keep(bytes.subarray(start, end));
    this.#hashes.push(hashOf(bytes, start, end));
    if (2 * this.size <= this.#places.length) this.#place(number);
    else this.#grow();
    return number;
  }

  // oxlint-disable-next-line max-params -- Called for every word there is: an object for each would take longer.
  #isAt(number: number, bytes: Uint8Array, start: number, end: number): boolean {
    let at = this.#starts[number]!;
    if (this.#starts[number + 1]! - at !== end - start) return false;
    for (let place = start; place < end; place += 1, at += 1) if (this.#words[at] !== bytes[place]) return false;
    return true;
  }

  #keep(word: Uint8Array): void {
    const start = this.#starts[this.size]!;
    const end = start + word.length;
    if (end > this.#words.length) {
      const larger = new Uint8Array(2 * end);
      larger.set(this.#words);
      this.#words = larger;
    }
    this.#words.set(word, start);
    this.#starts.push(end);
  }

  #place(number: number): void {
    const mask = this.#places.length - 1;
    for (let tried = 0; tried < mostPlaces; tried += 1) {
      const place = (this.#hashes[number]! + tried) & mask;
      if (this.#places[place] !== 0) continue;
      this.#places[place] = number + 1;
      return;
    }
    this.#crowded.set(keyOf(this.#words.subarray(this.#starts[number], this.#starts[number + 1])), number);
  }

  #grow(): void {
    this.#places = new Int32Array(2 * this.#places.length);
    this.#crowded.clear();
    for (let number = 0; number < this.size; number += 1) this.#place(number);
  }
}

/** FNV-1a. */
function hashOf(bytes: Uint8Array, start: number, end: number): number {
  let hash = 0x811c9dc5 | 0;
  for (let place = start; place < end; place += 1) hash = Math.imul(hash ^ bytes[place]!, 0x01000193);
  return hash ^ (hash >>> 15);
}

function keyOf(word: Uint8Array): string {
  return fingerprint(Buffer.from(word).toString("latin1"));
}
