/** Records rows in the results file, the summaries and the result. It also knows which rows an earlier run has written. */
import { existsSync, statSync } from "node:fs";
import type { DatasetItem } from "../../../core/dataset-item.ts";
import { toAggregateSubject } from "../planning/planned-metric.ts";
import type { EvaluateOptions } from "../planning/options.ts";
import { isJudged, type Unit } from "../planning/unit.ts";
import { Summaries } from "../summary/summaries.ts";
import { Collector } from "./collector.ts";
import { Progress } from "./progress.ts";
import { evaluationChangedError, readBack } from "./read-back.ts";
import { ResultsFile } from "./results-file.ts";
import { formatRowLine } from "./row-line.ts";
import type { ResultRow } from "./row.ts";

export class RowRecorder implements AsyncDisposable {
  readonly summaries: Summaries;
  readonly collector: Collector;
  readonly #units: readonly Unit[];
  readonly #group = new RowGroup();
  #progress: Progress;
  #file: ResultsFile | undefined;

  constructor(units: readonly Unit[], { slices = ["userTags"], seed = 1, collect = "auto" }: EvaluateOptions) {
    const subjects = units.flatMap(({ measures }) => measures.map(toAggregateSubject));
    this.#units = units;
    this.#progress = new Progress(units.length);
    this.summaries = new Summaries(subjects, { slices, seed: String(seed) });
    this.collector = new Collector(collect, indexUnits(units));
  }

  /** Opens the results file, after reading the rows it already has. */
  async open({ out, resume = true, retryFailed = false }: EvaluateOptions): Promise<void> {
    if (out === undefined) return;
    const goesOn = resume && existsSync(out) && statSync(out).size > 0;
    const onRow = (row: ResultRow) => this.#count(row);
    if (goesOn) this.#progress = await readBack({ path: out, units: this.#units, retryFailed, onRow });
    this.#file = new ResultsFile(out, goesOn ? "append" : "new");
  }

  get isWriting(): boolean {
    return this.#file !== undefined;
  }

  /** Number of leading items that were finished before. */
  get finishedItems(): number {
    return this.#progress.mark;
  }

  /** Rejects an item that differs from the one measured at its position. Must be called in order. */
  requireSameItem(index: number, digest: string, place: string): void {
    if (this.#file !== undefined && !this.#progress.isSame(index, digest))
      throw evaluationChangedError(this.#file.path, `${place} of the dataset is a different item now`);
  }

  /** Rejects a dataset that is shorter than the one that was measured. */
  requireLength(count: number): void {
    if (this.#file !== undefined && count < this.#progress.mark)
      throw evaluationChangedError(this.#file.path, `it belongs to a longer dataset: ${this.#progress.mark} items then, ${count} now`);
  }

  /** Returns the units of an item that are not measured yet. */
  listPendingUnits(index: number, item: DatasetItem): readonly Unit[] {
    this.collector.addItem(index, item);
    return this.#units.filter((_, position) => !this.#progress.isFinished(index, position));
  }

  /** Writes the rows of one unit and one item. */
  record(unit: Unit, rows: readonly ResultRow[]): void {
    const urgent = isJudged(unit);
    for (const [position, row] of rows.entries()) {
      this.#file?.append(formatRowLine(row), urgent && position === rows.length - 1);
      this.#count(row);
    }
  }

  /** Flushes everything to the disk. */
  async sync(): Promise<void> {
    await this.#file?.sync();
  }

  flush(): void {
    this.#file?.flush();
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#file?.[Symbol.asyncDispose]();
  }

  /** A leaf that occurs several times in a tree has several rows, but was measured once and is counted once. */
  #count(row: ResultRow): void {
    this.collector.addRow(row);
    if (row.rowCount !== undefined && this.#group.isRepeated(row)) return;
    this.summaries.add(row);
  }
}

/** Tracks the names among rows that were written together. */
class RowGroup {
  #index = -1;
  readonly #names = new Set<string>();

  isRepeated({ itemIndex, name }: ResultRow): boolean {
    if (itemIndex !== this.#index) this.#names.clear();
    this.#index = itemIndex;
    const isRepeated = this.#names.has(name);
    this.#names.add(name);
    return isRepeated;
  }
}

/** Maps the fingerprints of rows to the position of their unit. */
function indexUnits(units: readonly Unit[]): ReadonlyMap<string, number> {
  const marks = units.flatMap(({ fingerprint, measures }, place) => [
    [fingerprint, place] as const,
    ...measures.map((measure) => [measure.fingerprint, place] as const),
  ]);
  return new Map(marks);
}
