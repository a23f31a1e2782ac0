/** Records rows in the results file, the summaries and the result. It also knows which rows an earlier run has written. */
import { existsSync, statSync } from "node:fs";
import type { DatasetItem } from "../../../core/dataset-item.ts";
import type { MetricScore } from "../../../core/score/metric-result.ts";
import type { FlatSignal, FlatSignals } from "../../../core/score/signal.ts";
import type { SourceItem } from "../../datasets/items.ts";
import type { EvaluateOptions } from "../planning/options.ts";
import { toAggregateSubject } from "../planning/planned-metric.ts";
import { isJudged, type Unit } from "../planning/unit.ts";
import { Summaries } from "../summary/summaries.ts";
import { toFileTokens } from "./file-row.ts";
import { EvaluationProgress } from "./progress.ts";
import { evaluationChangedError, readBack } from "./read-back.ts";
import type { TestResult } from "./result.ts";
import { ResultsFile } from "./results-file.ts";
import type { ResultRow } from "./row.ts";

/** For more items, rows are only in the results file, unless `collect` is true. */
const maxCollectedItems = 10_000;

class Collector {
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

/** Returns the line without its newline: byte for byte the JSON of `toFileRow`. */
export function formatRowLine(row: ResultRow): string {
  return (
    `{"id":${JSON.stringify(row.id)},"item_id":${JSON.stringify(row.itemId)},"item_index":${row.itemIndex}` +
    `,"item_digest":"${row.itemDigest}","key":${quote(row.key)},"name":${quote(row.name)},"status":"${row.status}"` +
    `,"score":${row.score}${row.why === undefined ? "" : `,"why":${JSON.stringify(row.why)}`}` +
    `,"threshold":${row.threshold},"passed":${row.passed},"explanation":${JSON.stringify(row.explanation)}` +
    `,"signals":${formatSignals(row.signals)},"metadata":${JSON.stringify(row.metadata)}` +
    `,"version":${quote(row.version)},"fingerprint":"${row.fingerprint}","timestamp":"${row.timestamp}"` +
    `,"source":${quote(row.source)},"cost_estimate":${row.costEstimate}` +
    (row.tokenUsage === undefined ? "" : `,"token_usage":${JSON.stringify(toFileTokens(row.tokenUsage))}`) +
    `,"duration_ms":${row.durationMs},"model_name":${quoteOrNull(row.modelName)}` +
    `,"llm_provider":${quoteOrNull(row.llmProvider)},"metric_category":"${row.metricCategory}"` +
    `,"parent":${quoteOrNull(row.parent)},"type":"${row.type}","weight":${row.weight}` +
    (row.rowCount === undefined ? "" : `,"row_count":${row.rowCount}`) +
    (row.slices === undefined ? "" : `,"slices":${JSON.stringify(row.slices)}`) +
    "}"
  );
}

/** Names and descriptions repeat in every row, so their quoted form is cached. */
const quotedTexts = new Map<string, string>();
const maxQuotedTexts = 2000;

function quote(text: string): string {
  const before = quotedTexts.get(text);
  if (before !== undefined) return before;
  const fresh = JSON.stringify(text);
  if (quotedTexts.size < maxQuotedTexts) quotedTexts.set(text, fresh);
  return fresh;
}

function quoteOrNull(text: string | null): string {
  return text === null ? "null" : quote(text);
}

function formatSignals(groups: FlatSignals): string {
  let text = "";
  for (const group of Object.keys(groups)) {
    const signals = (groups[group] ?? []).map(formatSignal).join(",");
    text += `${text === "" ? "" : ","}${JSON.stringify(group)}:[${signals}]`;
  }
  return `{${text}}`;
}

function formatSignal({ name, value, score, passed, description, headlineDisplay }: FlatSignal): string {
  return `{"name":${quote(name)},"value":${JSON.stringify(value)},"score":${score},"passed":${passed},"description":${quote(description)},"headline_display":${headlineDisplay}}`;
}

export class RowRecorder implements AsyncDisposable {
  readonly summaries: Summaries;
  readonly collector: Collector;
  readonly #units: readonly Unit[];
  readonly #group = new RowGroup();
  #progress: EvaluationProgress;
  #file: ResultsFile | undefined;

  constructor(units: readonly Unit[], { slices = ["userTags"], seed = 1, collect = "auto" }: EvaluateOptions) {
    const subjects = units.flatMap(({ measures }) => measures.map(toAggregateSubject));
    this.#units = units;
    this.#progress = new EvaluationProgress(units.length);
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
  requireSameItem(index: number, digest: string, { place, item }: Pick<SourceItem, "place" | "item">): void {
    if (this.#file !== undefined && !this.#progress.isSame(index, digest)) {
      const named = `${place} of the dataset (id ${JSON.stringify(item.id)})`;
      throw evaluationChangedError(this.#file.path, `${named} is a different item now`);
    }
  }

  /** Rejects a dataset that is shorter than the one that was measured. */
  requireLength(count: number): void {
    if (this.#file !== undefined && count < this.#progress.mark)
      throw evaluationChangedError(
        this.#file.path,
        `it belongs to a longer dataset: ${this.#progress.mark} items then, ${count} now`,
      );
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
