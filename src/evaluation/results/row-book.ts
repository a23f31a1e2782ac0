/** Where rows go: into the results file, the summaries and the result. It also knows which of them were there before. */
import { existsSync, statSync } from "node:fs";
import type { DatasetItem } from "../../core/dataset-item.ts";
import { subjectOf } from "../planning/measure.ts";
import type { EvaluateOptions } from "../planning/options.ts";
import { isJudged, type Unit } from "../planning/unit.ts";
import { Summaries } from "../summary/summaries.ts";
import { Collector } from "./collector.ts";
import { Progress } from "./progress.ts";
import { changed, readBack } from "./read-back.ts";
import { ResultsFile } from "./results-file.ts";
import { rowLine } from "./row-line.ts";
import type { ResultRow } from "./row.ts";

export class RowBook implements AsyncDisposable {
  readonly summaries: Summaries;
  readonly collector: Collector;
  readonly #units: readonly Unit[];
  readonly #group = new RowGroup();
  #progress: Progress;
  #file: ResultsFile | undefined;

  constructor(units: readonly Unit[], { slices = ["userTags"], seed = 1, collect = "auto" }: EvaluateOptions) {
    const subjects = units.flatMap(({ measures }) => measures.map(subjectOf));
    this.#units = units;
    this.#progress = new Progress(units.length);
    this.summaries = new Summaries(subjects, { slices, seed: String(seed) });
    this.collector = new Collector(collect, placesOf(units));
  }

  /** Opens the results file; what it holds already is read back first. */
  async open({ out, resume = true, retryFailed = false }: EvaluateOptions): Promise<void> {
    if (out === undefined) return;
    const goesOn = resume && existsSync(out) && statSync(out).size > 0;
    const onRow = (row: ResultRow) => this.#count(row);
    if (goesOn) this.#progress = await readBack({ path: out, units: this.#units, retryFailed, onRow });
    this.#file = new ResultsFile(out, goesOn ? "append" : "new");
  }

  get writes(): boolean {
    return this.#file !== undefined;
  }

  /** Items that were finished before, from the first on. */
  get finishedBefore(): number {
    return this.#progress.mark;
  }

  /** Refuses an item that is not the one that was measured at its place; to be asked in order. */
  requireSame(index: number, digest: string, place: string): void {
    if (this.#file !== undefined && !this.#progress.isSame(index, digest))
      throw changed(this.#file.path, `${place} of the dataset is another item now`);
  }

  /** Refuses a dataset that ended before the one that was measured. */
  requireLength(count: number): void {
    if (this.#file !== undefined && count < this.#progress.mark)
      throw changed(this.#file.path, `it is of a longer dataset: ${this.#progress.mark} items, now ${count}`);
  }

  /** The units of an item that are still to be measured. */
  pending(index: number, item: DatasetItem): readonly Unit[] {
    this.collector.addItem(index, item);
    return this.#units.filter((_, position) => !this.#progress.isFinished(index, position));
  }

  /** Writes the rows of one unit and one item down. */
  record(unit: Unit, rows: readonly ResultRow[]): void {
    const urgent = isJudged(unit);
    for (const [position, row] of rows.entries()) {
      this.#file?.append(rowLine(row), urgent && position === rows.length - 1);
      this.#count(row);
    }
  }

  /** Down to the disk. */
  async sync(): Promise<void> {
    await this.#file?.sync();
  }

  flush(): void {
    this.#file?.flush();
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#file?.[Symbol.asyncDispose]();
  }

  /** A leaf that stands in several places of a tree has several rows, and was measured once. */
  #count(row: ResultRow): void {
    this.collector.addRow(row);
    if (row.rowCount !== undefined && this.#group.isRepeated(row)) return;
    this.summaries.add(row);
  }
}

/** The names among rows that come together. */
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

/** The place of a unit by the fingerprints of its rows. */
function placesOf(units: readonly Unit[]): ReadonlyMap<string, number> {
  const marks = units.flatMap(({ fingerprint, measures }, place) => [
    [fingerprint, place] as const,
    ...measures.map((measure) => [measure.fingerprint, place] as const),
  ]);
  return new Map(marks);
}
