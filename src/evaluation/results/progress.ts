/** Which pairs of item and metric are finished, in little memory: all before a mark, and a few beyond it. */
/**
 * A short name of what an item holds: 64 bits, by two mixing sums over its letters. It tells whether a file was changed
 * between two evaluations, at a fraction of what a cryptographic hash costs per line; nobody gains by a collision.
 */
export function digestOf(text: string): string {
  let low = 0x811c9dc5;
  let high = 0x9e3779b9;
  for (let index = 0; index < text.length; index += 1) {
    const unit = text.charCodeAt(index);
    low = Math.imul(low ^ unit, 0x01000193);
    high = Math.imul(high ^ unit ^ (low >>> 15), 0x85ebca6b);
  }
  return `${mixed(low ^ text.length).toString(36)}-${mixed(high).toString(36)}`;
}

/** Spreads every bit over all of them. */
function mixed(word: number): number {
  let bits = Math.imul(word ^ (word >>> 16), 0x21f0aaad);
  bits = Math.imul(bits ^ (bits >>> 15), 0x735a2d97);
  return (bits ^ (bits >>> 15)) >>> 0;
}

interface Beyond {
  readonly digest: string;
  readonly measures: Set<number>;
}

/** What a results file told about an evaluation that began earlier. */
export class Progress {
  readonly #measures: number;
  readonly #beyond = new Map<number, Beyond>();
  #mark = 0;
  /** A chain over the digests of all items before the mark: a few letters stand for a million of them. */
  #chain = "";
  #passed = "";

  /** `measures` is how many rows an item has when it is finished. */
  constructor(measures: number) {
    this.#measures = measures;
  }

  /** Every item before this index is finished. */
  get mark(): number {
    return this.#mark;
  }

  /** Notes a row; false where this item had another content in an earlier row. */
  finished(index: number, measure: number, digest: string): boolean {
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

  /** Whether the item that comes at this index is the one that was measured; to be asked in order, from 0 on. */
  isSame(index: number, digest: string): boolean {
    if (index >= this.#mark) return (this.#beyond.get(index)?.digest ?? digest) === digest;
    this.#passed = digestOf(this.#passed + digest);
    return index < this.#mark - 1 || this.#passed === this.#chain;
  }

  #advance(): void {
    for (let next = this.#beyond.get(this.#mark); next?.measures.size === this.#measures;) {
      this.#chain = digestOf(this.#chain + next.digest);
      this.#beyond.delete(this.#mark);
      this.#mark += 1;
      next = this.#beyond.get(this.#mark);
    }
  }
}
