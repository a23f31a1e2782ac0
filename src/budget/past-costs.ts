/** What work of one kind cost before: the estimate of the next one is the mean and two standard deviations. */

class Sample {
  #count = 0;
  #sum = 0;
  #squares = 0;

  add(value: number): void {
    this.#count += 1;
    this.#sum += value;
    this.#squares += value * value;
  }

  /** Undefined before the first; of one alone, that one. */
  get estimate(): number | undefined {
    if (this.#count === 0) return undefined;
    const mean = this.#sum / this.#count;
    const variance = this.#count < 2 ? 0 : (this.#squares - this.#count * mean * mean) / (this.#count - 1);
    return mean + 2 * Math.sqrt(Math.max(0, variance));
  }
}

/** Costs of one unit, such as tokens: by scenario, and all together. */
export class PastCosts {
  readonly #all = new Sample();
  readonly #scenarios = new Map<string, Sample>();

  add(scenario: string, value: number): void {
    const known = this.#scenarios.get(scenario) ?? new Sample();
    known.add(value);
    this.#scenarios.set(scenario, known);
    this.#all.add(value);
  }

  /** Of this scenario, else of all; undefined where nothing was done yet. */
  estimate(scenario: string): number | undefined {
    return this.#scenarios.get(scenario)?.estimate ?? this.#all.estimate;
  }
}
