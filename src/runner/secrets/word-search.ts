/** Searches a long text for many words at once by skipping ahead, since most texts contain none (Wu and Manber, 1994). */

/** At most this many characters of each word decide how far to skip. */
const longestWindow = 64;
const pairSlots = 4096;

export class WordSearch {
  /** The length of the shortest word: the search compares this many first characters of every word. */
  readonly #window: number;
  /** For a pair of characters at the end of the window, how far the window can move without missing a word. */
  readonly #leaps: Uint8Array;
  /** The words by their first characters. */
  readonly #words = new Map<string, string[]>();

  /** Every word must have at least two characters. */
  constructor(words: readonly string[]) {
    this.#window = Math.min(longestWindow, ...words.map(({ length }) => length));
    this.#leaps = new Uint8Array(pairSlots).fill(this.#window - 1);
    for (const word of words) this.#add(word);
  }

  #add(word: string): void {
    const front = word.slice(0, this.#window);
    this.#words.set(front, [...(this.#words.get(front) ?? []), word]);
    for (let second = 1; second < this.#window; second += 1) {
      const pair = hashPair(word, second);
      this.#leaps[pair] = Math.min(this.#leaps[pair]!, this.#window - 1 - second);
    }
  }

  /** Whether a text contains one of the words. */
  hasMatch(text: string): boolean {
    const leaps = this.#leaps;
    for (let last = this.#window - 1; last < text.length;) {
      const leap = leaps[hashPair(text, last)]!;
      if (leap === 0 && this.#beginsAt(text, last + 1 - this.#window)) return true;
      last += leap === 0 ? 1 : leap;
    }
    return false;
  }

  #beginsAt(text: string, place: number): boolean {
    const words = this.#words.get(text.slice(place, place + this.#window));
    return words !== undefined && words.some((word) => text.startsWith(word, place));
  }
}

/** The table index of the pair that ends there. Several pairs share an index; then the smaller skip applies. */
function hashPair(text: string, second: number): number {
  return (37 * text.charCodeAt(second - 1) + text.charCodeAt(second)) & (pairSlots - 1);
}
