/** Counts why scores are missing: the first hundred reasons individually, the rest together. */
const maxReasons = 100;
const maxReasonLength = 500;

export class ReasonCounts {
  readonly #counts = new Map<string, number>();
  #others = 0;

  add(reason: string): void {
    const key = reason.length > maxReasonLength ? `${reason.slice(0, maxReasonLength).toWellFormed()}…` : reason;
    const before = this.#counts.get(key);
    if (before === undefined && this.#counts.size >= maxReasons) this.#others += 1;
    else this.#counts.set(key, (before ?? 0) + 1);
  }

  /** Lists the most frequent reasons first. */
  list(): { reason: string; count: number }[] {
    const named = [...this.#counts].map(([reason, count]) => ({ reason, count }));
    const sorted = named.toSorted((one, other) => other.count - one.count);
    return this.#others === 0 ? sorted : [...sorted, { reason: "other reasons", count: this.#others }];
  }
}
