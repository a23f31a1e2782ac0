/** What similar work cost before: the estimate for the next is the mean plus two standard deviations. */

class Sample {
  #count = 0;
  #sum = 0;
  #squares = 0;

  add(value: number): void {
    this.#count += 1;
    this.#sum += value;
    this.#squares += value * value;
  }

  /** Undefined without samples; a single sample is its own estimate. */
  get estimate(): number | undefined {
    if (this.#count === 0) return undefined;
    const mean = this.#sum / this.#count;
    const variance = this.#count < 2 ? 0 : (this.#squares - this.#count * mean * mean) / (this.#count - 1);
    return mean + 2 * Math.sqrt(Math.max(0, variance));
  }
}

/** Costs in one unit, such as tokens: by scenario, and overall. */
export class PastCosts {
  readonly #all = new Sample();
  readonly #scenarios = new Map<string, Sample>();

  add(scenario: string, value: number): void {
    const known = this.#scenarios.get(scenario) ?? new Sample();
    known.add(value);
    this.#scenarios.set(scenario, known);
    this.#all.add(value);
  }

  /** The estimate for this scenario, else for all; undefined if nothing has finished yet. */
  estimate(scenario: string): number | undefined {
    return this.#scenarios.get(scenario)?.estimate ?? this.#all.estimate;
  }
}
