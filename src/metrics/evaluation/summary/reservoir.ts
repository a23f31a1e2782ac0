/** Collects numbers for quantiles: all of them up to a size, beyond that a uniform random sample. */
import { createRandom, type Random } from "../../../statistics/random.ts";
import { quantileOfSorted } from "../../../statistics/quantile.ts";

/** Quantiles are exact up to this many numbers. */
export const reservoirSize = 100_000;

/** Grows as needed up to `size`; the same numbers and seed give the same sample. */
export class Reservoir {
  readonly #seed: string;
  readonly #size: number;
  #random: Random | undefined;
  #values = new Float64Array(64);
  #seen = 0;

  constructor(seed: string, size = reservoirSize) {
    this.#seed = seed;
    this.#size = size;
  }

  /** Whether no number was dropped. */
  get isExact(): boolean {
    return this.#seen <= this.#size;
  }

  add(value: number): void {
    const at = this.#seen;
    this.#seen += 1;
    if (at < this.#size) return this.#put(at, value);
    this.#random ??= createRandom(this.#seed);
    const slot = this.#random.integer(this.#seen);
    if (slot < this.#size) this.#values[slot] = value;
  }

  /** Returns the quantiles at these shares; null for each if there are no numbers. */
  quantiles(shares: readonly number[]): (number | null)[] {
    const sorted = this.#values.slice(0, Math.min(this.#seen, this.#size)).sort();
    return shares.map((share) => (sorted.length === 0 ? null : quantileOfSorted(sorted, share)));
  }

  #put(at: number, value: number): void {
    if (at === this.#values.length) {
      const grown = new Float64Array(Math.min(this.#size, at * 2));
      grown.set(this.#values);
      this.#values = grown;
    }
    this.#values[at] = value;
  }
}
