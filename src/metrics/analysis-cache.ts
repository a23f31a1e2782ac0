/** Shares analyses between the metrics of one item: each analysis runs once, and concurrent requests wait for it. */
import type { SharedAnalyses } from "../core/metric.ts";

/** Create one per item. A failed analysis is shared too, because a failure is a value; an analysis that throws is forgotten. */
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

  /** Number of analyses made. */
  get size(): number {
    return this.#running.size;
  }
}
