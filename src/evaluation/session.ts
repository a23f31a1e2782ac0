/** What one evaluation keeps while it goes on: its results file, counts, budget, and how far it got before. */
import { setMaxListeners } from "node:events";
import { existsSync, statSync } from "node:fs";
import { AxisError } from "../core/error.ts";
import type { Model } from "../core/model.ts";
import { Stop } from "../core/outcome.ts";
import type { SourceItem } from "../datasets/items.ts";
import type { DatasetIssue } from "../datasets/read-options.ts";
import { BudgetKeeper } from "./budget.ts";
import { Collector } from "./collector.ts";
import type { EvaluationEvent } from "./events.ts";
import { checkGates, type NamedGate } from "./gate.ts";
import { subjectOf } from "./measure.ts";
import type { EvaluateOptions } from "./options.ts";
import { digestOf, Progress } from "./progress.ts";
import { changed, readBack } from "./read-back.ts";
import { EvaluationResult, type Stopped } from "./result.ts";
import { ResultsFile } from "./results-file.ts";
import type { ResultRow } from "./row.ts";
import { Slots } from "./slots.ts";
import type { ItemSource } from "./source.ts";
import { Summaries } from "./summaries.ts";
import { isJudged, type Unit } from "./unit.ts";
import { rowLine } from "./row-line.ts";

/** What is evaluated, all of it checked. */
export interface EvaluationPlan {
  readonly source: ItemSource;
  readonly units: readonly Unit[];
  readonly judge: Model | undefined;
  readonly options: EvaluateOptions;
  readonly gates: readonly NamedGate[];
  readonly runId: string;
  readonly issues: DatasetIssue[];
}

/** An item with its place in the dataset. */
export interface Entry extends SourceItem {
  readonly index: number;
  readonly digest: string;
}

const flushEveryMs = 5000;
const listedIssues = 1000;

export class EvaluationSession implements AsyncDisposable {
  readonly plan: EvaluationPlan;
  readonly budget: BudgetKeeper;
  readonly slots: Slots;
  /** Items that are open; a few more than slots, so that there is always something to do. */
  readonly open: Slots;
  readonly #openItems: number;
  readonly #summaries: Summaries;
  readonly #collector: Collector;
  readonly #stop = new AbortController();
  readonly abort: AbortSignal;
  readonly #startedMs = performance.now();
  readonly #group = new RowGroup();
  #progress: Progress;
  #file: ResultsFile | undefined;
  #pending = 0;
  #finished = 0;
  #lastFlushMs = 0;
  #stampMs = -1;
  #stamp = "";
  #warned = false;
  #stopped: Stopped | undefined;
  #failure: { readonly error: unknown } | undefined;

  constructor(plan: EvaluationPlan) {
    const { options, units } = plan;
    this.plan = plan;
    this.budget = new BudgetKeeper(options.budget ?? {}, () => performance.now());
    const concurrency = options.concurrency ?? options.maxConcurrent ?? 5;
    this.#openItems = 4 * concurrency;
    this.slots = new Slots(concurrency);
    this.open = new Slots(this.#openItems);
    this.#progress = new Progress(units.length);
    this.#collector = new Collector(options.collect ?? "auto", placesOf(units));
    const measures = units.flatMap((unit) => unit.measures);
    const { slices = ["userTags"], seed = 1 } = options;
    this.#summaries = new Summaries(measures.map(subjectOf), { slices, seed: String(seed) });
    this.abort = options.abort === undefined ? this.#stop.signal : AbortSignal.any([options.abort, this.#stop.signal]);
    // Every pair under way listens to it; that is no leak.
    setMaxListeners(0, this.abort);
  }

  /** Opens the results file; what it holds already is read back first. */
  async begin(): Promise<void> {
    const { out, resume = true, retryFailed = false } = this.plan.options;
    const { units, runId, source } = this.plan;
    if (out !== undefined) {
      const goesOn = resume && existsSync(out) && statSync(out).size > 0;
      if (goesOn) this.#progress = await readBack({ path: out, units, retryFailed, onRow: (row) => this.#count(row) });
      this.#file = new ResultsFile(out, goesOn ? "append" : "new");
    }
    const metrics = units.flatMap(({ measures }) => measures.map(({ name }) => name));
    this.emit({ type: "evaluation-start", runId, metrics, items: source.size, finished: this.#progress.mark });
  }

  /** The items in order, each with its place; what was finished before is passed by. */
  async *entries(): AsyncGenerator<Entry> {
    let index = 0;
    const writes = this.#file !== undefined;
    for await (const each of this.plan.source.items) {
      const digest = writes ? digestOf(each.source()) : "";
      if (writes && !this.#progress.isSame(index, digest))
        throw changed(this.#file?.path ?? "", `${each.place} of the dataset is another item now`);
      yield { ...each, index, digest };
      index += 1;
    }
    if (index < this.#progress.mark)
      throw changed(this.#file?.path ?? "", `it is of a longer dataset: ${this.#progress.mark} items, now ${index}`);
  }

  /** The units of an item that are still to be measured. */
  pendingUnits({ index, item }: Entry): readonly Unit[] {
    this.#collector.addItem(index, item);
    const units = this.plan.units.filter((_, position) => !this.#progress.isFinished(index, position));
    if (units.length === 0) this.#finished += 1;
    return units;
  }

  slicesOf(entry: Entry) {
    return this.#summaries.slicesOf(entry.item);
  }

  /** Writes the rows of one unit and one item down. */
  record(unit: Unit, rows: readonly ResultRow[]): void {
    const urgent = isJudged(unit);
    for (const [position, row] of rows.entries()) {
      this.#file?.append(rowLine(row), urgent && position === rows.length - 1);
      this.#count(row);
      this.emit({ type: "score-end", index: row.itemIndex, row });
    }
  }

  /** A leaf that stands in several places of a tree has several rows, and was measured once. */
  #count(row: ResultRow): void {
    this.#collector.addRow(row);
    if (row.rowCount !== undefined && this.#group.isRepeated(row)) return;
    this.#summaries.add(row);
  }

  /** An item is done with: all of its units measured, or some left for later. */
  async close({ index, item }: Entry, pending: number): Promise<void> {
    this.#pending += pending;
    if (pending === 0) this.#finished += 1;
    this.emit({ type: "item-end", index, itemId: item.id, spent: this.budget.spent });
    if (!this.#warned && this.budget.isNear) {
      this.#warned = true;
      this.emit({ type: "budget-warning", share: this.budget.share, spent: this.budget.spent });
    }
    if (this.#file === undefined || performance.now() - this.#lastFlushMs < flushEveryMs) return;
    this.#lastFlushMs = performance.now();
    await this.#file.sync();
    this.emit({ type: "checkpoint", items: this.#finished });
  }

  /** Whether no further item is to be measured, and why. */
  get isStopping(): boolean {
    if (this.#failure !== undefined || this.#stopped !== undefined) return true;
    if (this.plan.options.abort?.aborted === true)
      this.#stopped = { by: "abort", why: reasonOf(this.plan.options.abort), pending: null };
    else if (this.budget.exhausted !== null)
      this.#stopped = { by: "budget", why: `the budget ${this.budget.exhausted}`, pending: 0 };
    return this.#stopped !== undefined;
  }

  get isAborted(): boolean {
    return this.#stopped?.by === "abort" || this.#failure !== undefined;
  }

  /** An item that is left for later as a whole. */
  leave(entry: Entry): void {
    this.#pending += this.pendingUnits(entry).length;
  }

  /** A mistake that no item is to blame for: what is under way ends, and the evaluation with it. */
  fail(error: unknown): void {
    this.#failure ??= { error };
    this.#stop.abort(new Stop("user", "run", "the evaluation failed"));
  }

  /** Waits for every open item. */
  async settled(): Promise<void> {
    for (let taken = 0; taken < this.#openItems; taken += 1) await this.open.take();
    if (this.#failure !== undefined) throw this.#failure.error;
  }

  finish(components: ReadonlySet<string>): EvaluationResult {
    const { options, runId, issues } = this.plan;
    this.#file?.flush();
    const metrics = this.#summaries.metrics();
    const { unsliced } = this.#summaries;
    const durationMs = performance.now() - this.#startedMs;
    const warnings = metrics.flatMap(({ warning }) => warning ?? []);
    if (unsliced > 0) warnings.push(`${unsliced} rows are in no slice: there are too many different values`);
    this.emit({ type: "evaluation-end", items: this.#finished, durationMs });
    return new EvaluationResult(
      {
        runId,
        evaluationName: options.evaluationName ?? runId,
        ...(options.evaluationDescription === undefined
          ? {}
          : { evaluationDescription: options.evaluationDescription }),
        timestamp: this.now().toISOString(),
        durationMs,
        results: this.#collector.results(),
        collected: this.#collector.complete,
        ...(options.out === undefined ? {} : { out: options.out }),
        summary: { items: this.#finished, metrics, slices: this.#summaries.slices(), warnings },
        gate: checkGates(this.plan.gates, metrics),
        issues: issues.slice(0, listedIssues),
        ...this.#stopping(),
        cost: { ...this.budget.spent, usd: this.#costUsd(metrics) },
        metadata: options.evaluationMetadata ?? {},
      },
      components,
    );
  }

  /** Rows know what they cost, those of an earlier part of the evaluation too. */
  #costUsd(metrics: readonly { readonly costUsd: number | null }[]): number | null {
    return metrics.reduce<number | null>(
      (sum, { costUsd }) => (sum === null || costUsd === null ? null : sum + costUsd),
      0,
    );
  }

  #stopping(): { stopped?: Stopped } {
    if (this.#stopped === undefined) return {};
    return { stopped: { ...this.#stopped, pending: this.#stopped.by === "abort" ? null : this.#pending } };
  }

  now(): Date {
    return this.plan.options.now?.() ?? new Date();
  }

  /** The time as text; within one millisecond the same text. */
  timestamp(): string {
    const now = this.now();
    const ms = now.getTime();
    if (ms !== this.#stampMs) this.#stamp = now.toISOString();
    this.#stampMs = ms;
    return this.#stamp;
  }

  emit(event: EvaluationEvent): void {
    this.plan.options.onEvent?.(event);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#file?.[Symbol.asyncDispose]();
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

function placesOf(units: readonly Unit[]): ReadonlyMap<string, number> {
  const marks = units.flatMap(({ fingerprint, measures }, place) => [
    [fingerprint, place] as const,
    ...measures.map((measure) => [measure.fingerprint, place] as const),
  ]);
  return new Map(marks);
}

function reasonOf(abort: AbortSignal): string {
  const reason: unknown = abort.reason;
  return reason instanceof Stop || reason instanceof AxisError ? reason.message : "it was aborted";
}
