/** Keeps items and their rows for the result, in dataset order, up to a maximum number of items. */
import type { DatasetItem } from "../../core/dataset-item.ts";
import type { MetricScore } from "../../core/score/metric-result.ts";
import type { ResultRow } from "./row.ts";
import type { TestResult } from "./result.ts";

/** For more items, rows are only in the results file, unless `collect` is true. */
const mostItems = 10_000;

export class Collector {
  readonly #most: number;
  readonly #order: ReadonlyMap<string, number>;
  readonly #items = new Map<number, DatasetItem>();
  readonly #rows = new Map<number, ResultRow[]>();
  #full: boolean;

  /** `order` maps the fingerprints of rows to the position of their unit. */
  constructor(collect: boolean | "auto", order: ReadonlyMap<string, number>) {
    this.#most = collect === true ? Number.POSITIVE_INFINITY : mostItems;
    this.#full = collect === false;
    this.#order = order;
  }

  addItem(index: number, item: DatasetItem): void {
    if (!this.#full) this.#items.set(index, item);
    if (this.#items.size > this.#most) this.#drop();
  }

  addRow(row: ResultRow): void {
    if (this.#full) return;
    const rows = this.#rows.get(row.itemIndex);
    if (rows === undefined) this.#rows.set(row.itemIndex, [row]);
    else rows.push(row);
    if (this.#rows.size > this.#most) this.#drop();
  }

  get complete(): boolean {
    return !this.#full;
  }

  results(): TestResult[] {
    const indexes = [...this.#items.keys()].toSorted((one, other) => one - other);
    return indexes.flatMap((index) => {
      const testCase = this.#items.get(index);
      if (testCase === undefined) return [];
      const rows = this.#rows.get(index) ?? [];
      const sorted = rows.toSorted((one, other) => this.#place(one) - this.#place(other));
      return [{ testCase, scoreResults: sorted.map(withoutPlace), metadata: { index } }];
    });
  }

  #place({ fingerprint }: ResultRow): number {
    return this.#order.get(fingerprint) ?? 0;
  }

  #drop(): void {
    this.#full = true;
    this.#items.clear();
    this.#rows.clear();
  }
}

function withoutPlace(row: ResultRow): MetricScore {
  const { itemIndex: _index, itemDigest: _digest, rowCount: _count, slices: _slices, ...score } = row;
  return score;
}
