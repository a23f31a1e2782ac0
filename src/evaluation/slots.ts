/** A bounded number of places. Taking one that is free costs nothing; otherwise the first who waits is the first served. */
export class Slots {
  readonly #most: number;
  #taken = 0;
  #waiting: (() => void)[] = [];
  #next = 0;

  constructor(most: number) {
    this.#most = most;
  }

  /** Undefined where the place is taken at once, else a promise of it. */
  take(): Promise<void> | undefined {
    if (this.#taken < this.#most) {
      this.#taken += 1;
      return undefined;
    }
    return new Promise((resolve) => this.#waiting.push(resolve));
  }

  /** Gives a place back, or hands it to whoever waits longest. */
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
