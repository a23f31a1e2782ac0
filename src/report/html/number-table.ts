/** Numbers by number, millions of them: a Map of as many takes several times the memory. */

/** Keys are never below 0. */
const free = -1;
const firstCapacity = 1024;

/** Keys are whole and not below 0; nothing is ever removed. */
export class NumberTable {
  #keys = new Float64Array(firstCapacity).fill(free);
  #values = new Float64Array(firstCapacity);
  #size = 0;

  get size(): number {
    return this.#size;
  }

  get(key: number): number | undefined {
    const slot = this.#slotOf(key);
    return this.#keys[slot] === key ? this.#values[slot] : undefined;
  }

  set(key: number, value: number): void {
    let slot = this.#slotOf(key);
    if (this.#keys[slot] === free) {
      // Half of it stays free, so that a search is short.
      if (this.#size * 2 >= this.#keys.length) {
        this.#grow();
        slot = this.#slotOf(key);
      }
      this.#keys[slot] = key;
      this.#size += 1;
    }
    this.#values[slot] = value;
  }

  /** Where the key is, or would be. */
  #slotOf(key: number): number {
    const last = this.#keys.length - 1;
    const mixed = Math.imul((key >>> 0) ^ (key / 2 ** 21), 0x9e3779b1);
    let slot = (mixed ^ (mixed >>> 15)) & last;
    while (this.#keys[slot] !== free && this.#keys[slot] !== key) slot = (slot + 1) & last;
    return slot;
  }

  #grow(): void {
    const [keys, values] = [this.#keys, this.#values];
    this.#keys = new Float64Array(keys.length * 2).fill(free);
    this.#values = new Float64Array(keys.length * 2);
    for (const [at, key] of keys.entries()) {
      if (key === free) continue;
      const slot = this.#slotOf(key);
      this.#keys[slot] = key;
      this.#values[slot] = values[at] ?? 0;
    }
  }
}
