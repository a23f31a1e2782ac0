/** A set of words that is refilled for many steps: emptying it costs nothing. */

export class ReusableWordSet {
  /** For each word, the number of the last fill that contained it. */
  #marked = new Int32Array(1024);
  #filling = 1;

  /** Replaces the content of the set with these words. */
  fill(words: readonly number[]): void {
    this.#filling += 1;
    for (const word of words) {
      if (word >= this.#marked.length) this.#makeRoom(word);
      this.#marked[word] = this.#filling;
    }
  }

  has(word: number): boolean {
    return this.#marked[word] === this.#filling;
  }

  #makeRoom(word: number): void {
    const larger = new Int32Array(2 * (word + 1));
    larger.set(this.#marked);
    this.#marked = larger;
  }
}
