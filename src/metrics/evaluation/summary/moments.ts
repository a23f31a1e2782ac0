/** Computes mean, spread and extremes of a stream of numbers (Welford) in constant memory. */
import { studentTQuantile } from "../../../statistics/student-t.ts";

export class Moments {
  #count = 0;
  /** The mean is computed from the plain sum, which rounds less: three thirds add up to exactly one. */
  #sum = 0;
  #mean = 0;
  #squares = 0;
  #least = Number.POSITIVE_INFINITY;
  #most = Number.NEGATIVE_INFINITY;

  add(value: number): void {
    this.#count += 1;
    this.#sum += value;
    const step = value - this.#mean;
    this.#mean += step / this.#count;
    this.#squares += step * (value - this.#mean);
    this.#least = Math.min(this.#least, value);
    this.#most = Math.max(this.#most, value);
  }

  get count(): number {
    return this.#count;
  }

  get mean(): number | null {
    return this.#count === 0 ? null : this.#sum / this.#count;
  }

  get least(): number | null {
    return this.#count === 0 ? null : this.#least;
  }

  get most(): number | null {
    return this.#count === 0 ? null : this.#most;
  }

  /** Divided by n - 1; 0 for one value, null for none. */
  get sampleDeviation(): number | null {
    if (this.#count === 0) return null;
    return this.#count === 1 ? 0 : Math.sqrt(this.#squares / (this.#count - 1));
  }

  /** Divided by n. */
  get populationDeviation(): number | null {
    return this.#count === 0 ? null : Math.sqrt(this.#squares / this.#count);
  }

  /** The 95 % interval of the mean by Student's t, limited to the range; null for fewer than two values. */
  computeInterval(range: readonly [number, number]): { readonly lower: number; readonly upper: number } | null {
    if (this.#count < 2) return null;
    const error = Math.sqrt(this.#squares / (this.#count - 1) / this.#count);
    const half = studentTQuantile(0.975, this.#count - 1) * error;
    const middle = this.#sum / this.#count;
    return { lower: Math.max(range[0], middle - half), upper: Math.min(range[1], middle + half) };
  }
}
