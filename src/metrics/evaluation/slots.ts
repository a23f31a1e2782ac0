/** A limited number of slots. Taking a free slot is synchronous; otherwise requests are served in order. */
export class Slots {
  readonly #most: number;
  #taken = 0;
  #waiting: (() => void)[] = [];
  #next = 0;

  constructor(most: number) {
    this.#most = most;
  }

  /** Returns undefined if a slot was free, otherwise a promise that resolves when one is. */
  take(): Promise<void> | undefined {
    if (this.#taken < this.#most) {
      this.#taken += 1;
      return undefined;
    }
    return new Promise((resolve) => this.#waiting.push(resolve));
  }

  /** Frees a slot, or passes it to the longest-waiting request. */
  release(): void {
    const next = this.#waiting[this.#next];
    if (next === undefined) {
      this.#taken -= 1;
      return;
    }
    this.#next += 1;
    if (this.#next > 1024 && this.#next * 2 > this.#waiting.length) {
      this.#waiting = this.#waiting.slice(this.#next);
      this.#next = 0;
    }
    next();
  }
}
