/** Looks for many words at once in a long text that most likely holds none of them, by leaps (Wu and Manber, 1994). */

/** Of each word this many characters decide how far to leap. */
const longestWindow = 64;
const pairPlaces = 4096;

export class WordSearch {
  /** The length of the shortest word: all of them are looked for by so many of their first characters. */
  readonly #window: number;
  /** For a pair of characters at the end of the window, how far the window can move on without passing over a word. */
  readonly #leaps: Uint8Array;
  /** The words by their first characters. */
  readonly #words = new Map<string, string[]>();

  /** Every word has at least two characters. */
  constructor(words: readonly string[]) {
    this.#window = Math.min(longestWindow, ...words.map(({ length }) => length));
    this.#leaps = new Uint8Array(pairPlaces).fill(this.#window - 1);
    for (const word of words) this.#learn(word);
  }

  #learn(word: string): void {
    const front = word.slice(0, this.#window);
    this.#words.set(front, [...(this.#words.get(front) ?? []), word]);
    for (let second = 1; second < this.#window; second += 1) {
      const pair = pairAt(word, second);
      this.#leaps[pair] = Math.min(this.#leaps[pair]!, this.#window - 1 - second);
    }
  }

  /** Whether one of the words is in a text. */
  isIn(text: string): boolean {
    const leaps = this.#leaps;
    for (let last = this.#window - 1; last < text.length;) {
      const leap = leaps[pairAt(text, last)]!;
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

/** The place in the table of the pair that ends there. Several pairs share one: then the leap is the shorter of theirs. */
function pairAt(text: string, second: number): number {
  return (37 * text.charCodeAt(second - 1) + text.charCodeAt(second)) & (pairPlaces - 1);
}
