/** What the metrics of one item share: each analysis is made once, and those who ask meanwhile wait for it. */
import type { SharedAnalyses } from "../core/metric.ts";

/** One per item. A failure is shared too, for it is a value; what throws is forgotten. */
export class AnalysisCache implements SharedAnalyses {
  readonly #running = new Map<string, Promise<unknown>>();

  share<T>(key: string, compute: () => Promise<T>): { readonly value: Promise<T>; readonly shared: boolean } {
    const known = this.#running.get(key);
    if (known !== undefined) return { value: known as Promise<T>, shared: true };
    const value = compute();
    this.#running.set(key, value);
    value.catch(() => this.#running.delete(key));
    return { value, shared: false };
  }

  /** How many analyses were made. */
  get size(): number {
    return this.#running.size;
  }
}
