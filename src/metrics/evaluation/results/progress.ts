/** Tracks which item-metric pairs are finished in little memory: everything before a mark, and a few items after it. */
/**
 * A 64-bit digest of an item's content, made of two mixing sums over its characters. It detects a dataset that changed between
 * two evaluations at a fraction of the cost of a cryptographic hash; a collision would help no attacker.
 */
export function digestText(text: string): string {
  let low = 0x811c9dc5;
  let high = 0x9e3779b9;
  for (let index = 0; index < text.length; index += 1) {
    const unit = text.charCodeAt(index);
    low = Math.imul(low ^ unit, 0x01000193);
    high = Math.imul(high ^ unit ^ (low >>> 15), 0x85ebca6b);
  }
  return `${mixBits(low ^ text.length).toString(36)}-${mixBits(high).toString(36)}`;
}

/** Spreads the influence of every bit over the whole word. */
function mixBits(word: number): number {
  let bits = Math.imul(word ^ (word >>> 16), 0x21f0aaad);
  bits = Math.imul(bits ^ (bits >>> 15), 0x735a2d97);
  return (bits ^ (bits >>> 15)) >>> 0;
}

/** The first word of a digest. */
function toWord(digest: string): number {
  return Number.parseInt(digest, 36) | 0;
}

interface PartialItem {
  readonly digest: string;
  readonly measures: Set<number>;
}

/** What a results file says about an evaluation that started earlier. */
export class EvaluationProgress {
  readonly #measures: number;
  readonly #beyond = new Map<number, PartialItem>();
  #mark = 0;
  /** A hash chain over the digests of all items before the mark: one short text replaces a million digests. */
  #chain = "";
  /** One word of each digest before the mark, so that the first item that changed can be named, not only the last. */
  readonly #words: number[] = [];
  #passed = "";

  /** `measures` is the number of units per finished item. */
  constructor(measures: number) {
    this.#measures = measures;
  }

  /** Every item before this index is finished. */
  get mark(): number {
    return this.#mark;
  }

  /** Records a finished unit; false if an earlier row of this item has a different content. */
  markFinished(index: number, measure: number, digest: string): boolean {
    if (index < this.#mark) return true;
    const entry = this.#beyond.get(index) ?? { digest, measures: new Set<number>() };
    if (entry.digest !== digest) return false;
    entry.measures.add(measure);
    this.#beyond.set(index, entry);
    this.#advance();
    return true;
  }

  isFinished(index: number, measure: number): boolean {
    return index < this.#mark || this.#beyond.get(index)?.measures.has(measure) === true;
  }

  /** Whether the item at this index is the one that was measured. Must be called in order, starting at 0. */
  isSame(index: number, digest: string): boolean {
    if (index >= this.#mark) return (this.#beyond.get(index)?.digest ?? digest) === digest;
    if (this.#words[index] !== toWord(digest)) return false;
    this.#passed = digestText(this.#passed + digest);
    return index < this.#mark - 1 || this.#passed === this.#chain;
  }

  #advance(): void {
    for (let next = this.#beyond.get(this.#mark); next?.measures.size === this.#measures;) {
      this.#chain = digestText(this.#chain + next.digest);
      this.#words.push(toWord(next.digest));
      this.#beyond.delete(this.#mark);
      this.#mark += 1;
      next = this.#beyond.get(this.#mark);
    }
  }
}
