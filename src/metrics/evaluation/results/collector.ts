/** Keeps items and their rows for the result, in dataset order, up to a maximum number of items. */
import type { DatasetItem } from "../../../core/dataset-item.ts";
import type { MetricScore } from "../../../core/score/metric-result.ts";
import type { ResultRow } from "./row.ts";
import type { TestResult } from "./result.ts";

/** For more items, rows are only in the results file, unless `collect` is true. */
const maxCollectedItems = 10_000;

export class Collector {
  readonly #most: number;
  readonly #order: ReadonlyMap<string, number>;
  readonly #items = new Map<number, DatasetItem>();
  readonly #rows = new Map<number, ResultRow[]>();
  #isDropped: boolean;

  /** `order` maps the fingerprints of rows to the position of their unit. */
  constructor(collect: boolean | "auto", order: ReadonlyMap<string, number>) {
    this.#most = collect === true ? Number.POSITIVE_INFINITY : maxCollectedItems;
    this.#isDropped = collect === false;
    this.#order = order;
  }

  addItem(index: number, item: DatasetItem): void {
    if (!this.#isDropped) this.#items.set(index, item);
    if (this.#items.size > this.#most) this.#drop();
  }

  addRow(row: ResultRow): void {
    if (this.#isDropped) return;
    const rows = this.#rows.get(row.itemIndex);
    if (rows === undefined) this.#rows.set(row.itemIndex, [row]);
    else rows.push(row);
    if (this.#rows.size > this.#most) this.#drop();
  }

  get isComplete(): boolean {
    return !this.#isDropped;
  }

  results(): TestResult[] {
    const indexes = [...this.#items.keys()].toSorted((one, other) => one - other);
    return indexes.flatMap((index) => {
      const testCase = this.#items.get(index);
      if (testCase === undefined) return [];
      const rows = this.#rows.get(index) ?? [];
      const sorted = rows.toSorted((one, other) => this.#findPosition(one) - this.#findPosition(other));
      return [{ testCase, scoreResults: sorted.map(toMetricScore), metadata: { index } }];
    });
  }

  #findPosition({ fingerprint }: ResultRow): number {
    return this.#order.get(fingerprint) ?? 0;
  }

  #drop(): void {
    this.#isDropped = true;
    this.#items.clear();
    this.#rows.clear();
  }
}

function toMetricScore(row: ResultRow): MetricScore {
  const { itemIndex: _index, itemDigest: _digest, rowCount: _count, slices: _slices, ...score } = row;
  return score;
}
