/** The state of one running evaluation: its rows, its budget, its concurrency limits, and why it stops. */
import { setMaxListeners } from "node:events";
import type { DatasetItem } from "../../core/dataset-item.ts";
import type { Model } from "../../core/model.ts";
import { addKnown } from "../../core/model/spending.ts";
import { Stop } from "../../core/outcome.ts";
import type { SourceItem } from "../datasets/items.ts";
import type { DatasetIssue } from "../datasets/read-options.ts";
import { BudgetKeeper } from "./budget.ts";
import type { EvaluationEvent } from "./events.ts";
import { type MeasurementCost } from "./measurement-spending.ts";
import type { EvaluateOptions } from "./planning/options.ts";
import type { ItemSource } from "./planning/source.ts";
import type { Unit } from "./planning/unit.ts";
import { digestText } from "./results/progress.ts";
import { EvaluationResult, type Stopped } from "./results/result.ts";
import { RowRecorder } from "./results/row-recorder.ts";
import type { ResultRow } from "./results/row.ts";
import { checkGates, type NamedGate } from "./summary/check-gates.ts";

/** A limited number of slots. Taking a free slot is synchronous; otherwise requests are served in order. */
class Slots {
  readonly #most: number;
  #taken = 0;
  #waiting: (() => void)[] = [];
  #next = 0;

  constructor(most: number) {
    this.#most = most;
  }

  /** Returns undefined if a slot was free, otherwise a promise that resolves when one is. */
  take(): Promise<void> | undefined {
    if (this.#taken < this.#most) {
      this.#taken += 1;
      return undefined;
    }
    return new Promise((resolve) => this.#waiting.push(resolve));
  }

  /** Frees a slot, or passes it to the longest-waiting request. */
  release(): void {
    const next = this.#waiting[this.#next];
    if (next === undefined) {
      this.#taken -= 1;
      return;
    }
    this.#next += 1;
    if (this.#next > 1024 && this.#next * 2 > this.#waiting.length) {
      this.#waiting = this.#waiting.slice(this.#next);
      this.#next = 0;
    }
    next();
  }
}

/** A complete and validated plan of an evaluation. */
export interface EvaluationPlan {
  readonly source: ItemSource;
  readonly units: readonly Unit[];
  readonly judge: Model | undefined;
  readonly options: EvaluateOptions;
  readonly gates: readonly NamedGate[];
  readonly runId: string;
  readonly issues: DatasetIssue[];
}

/** An item with its position in the dataset. */
export interface ItemEntry {
  readonly item: DatasetItem;
  readonly index: number;
  readonly digest: string;
}

const flushEveryMs = 5000;
const maxListedIssues = 1000;

export class EvaluationSession implements AsyncDisposable {
  readonly plan: EvaluationPlan;
  readonly budget: BudgetKeeper;
  readonly slots: Slots;
  /** Limits the items in progress; a few more than slots, so that no slot is idle. */
  readonly itemSlots: Slots;
  readonly abort: AbortSignal;
  readonly #openItems: number;
  readonly #recorder: RowRecorder;
  readonly #stop = new AbortController();
  readonly #startedMs = performance.now();
  readonly #stamp = { ms: -1, text: "" };
  #entered = 0;
  #pending = 0;
  /** Whether the whole dataset was read, so that the number of pending measurements is known. */
  #isRead = false;
  #costWithoutRow: MeasurementCost = 0;
  #finished = 0;
  #lastFlushMs = 0;
  #warned = false;
  #stopped: Omit<Stopped, "pending"> | undefined;
  #failure: { readonly error: unknown } | undefined;

  constructor(plan: EvaluationPlan) {
    const { options, units } = plan;
    this.plan = plan;
    this.budget = new BudgetKeeper(options.budget ?? {}, () => performance.now());
    const concurrency = options.concurrency ?? options.maxConcurrent ?? 5;
    this.#openItems = 4 * concurrency;
    this.slots = new Slots(concurrency);
    this.itemSlots = new Slots(this.#openItems);
    this.#recorder = new RowRecorder(units, options);
    this.abort = options.abort === undefined ? this.#stop.signal : AbortSignal.any([options.abort, this.#stop.signal]);
    // Every running measurement listens to this signal, so many listeners are not a leak.
    setMaxListeners(0, this.abort);
  }

  /** Opens the results file and resumes from its rows. */
  async begin(): Promise<void> {
    const { units, runId, source, options } = this.plan;
    await this.#recorder.open(options);
    const metrics = units.flatMap(({ measures }) => measures.map(({ name }) => name));
    const finished = this.#recorder.finishedItems;
    this.emit({ type: "evaluation-start", runId, metrics, items: source.size, finished });
  }

  /** Registers the next item and compares it with what was measured before. Must be called in order. */
  enterItem(source: SourceItem): ItemEntry {
    const { item } = source;
    const index = this.#entered;
    const digest = this.#recorder.isWriting ? digestText(source.source()) : "";
    this.#recorder.requireSameItem(index, digest, source);
    this.#entered += 1;
    return { item, index, digest };
  }

  /** Checks, after the last item, that no previously measured item is missing. */
  requireAllItems(): void {
    this.#recorder.requireLength(this.#entered);
    this.#isRead = true;
  }

  /** Returns the units of an item that are not measured yet. */
  pendingUnits({ index, item }: ItemEntry): readonly Unit[] {
    const units = this.#recorder.listPendingUnits(index, item);
    if (units.length === 0) this.#finished += 1;
    return units;
  }

  listSlices({ item }: ItemEntry) {
    return this.#recorder.summaries.listItemSlices(item);
  }

  /** Writes the rows of one unit and one item. */
  record(unit: Unit, rows: readonly ResultRow[]): void {
    this.#recorder.record(unit, rows);
    for (const row of rows) this.emit({ type: "score-end", index: row.itemIndex, row });
  }

  /** Counts money spent on a measurement that is left pending. */
  spendWithoutRow(usd: MeasurementCost): void {
    this.#costWithoutRow = addKnown(this.#costWithoutRow, usd);
  }

  /** Closes an item, with all units measured or some left pending. Returns a promise if a checkpoint is due. */
  closeItem({ index, item }: ItemEntry, pending: number): Promise<void> | undefined {
    this.#pending += pending;
    if (pending === 0) this.#finished += 1;
    this.emit({ type: "item-end", index, itemId: item.id, spent: this.budget.spent });
    if (!this.#warned && this.budget.isNear) {
      this.#warned = true;
      this.emit({ type: "budget-warning", share: this.budget.share, spent: this.budget.spent });
    }
    if (!this.#recorder.isWriting || performance.now() - this.#lastFlushMs < flushEveryMs) return undefined;
    this.#lastFlushMs = performance.now();
    return this.#checkpoint();
  }

  async #checkpoint(): Promise<void> {
    await this.#recorder.sync();
    this.emit({ type: "checkpoint", items: this.#finished });
  }

  /** Whether no further item will be measured. */
  get isStopping(): boolean {
    const { abort } = this.plan.options;
    if (this.#failure !== undefined || this.#stopped !== undefined) return true;
    if (abort?.aborted === true) this.#stopped = { by: "abort", why: readAbortReason(abort) };
    else if (this.budget.exhausted !== null)
      this.#stopped = { by: "budget", why: `the budget ${this.budget.exhausted}` };
    return this.#stopped !== undefined;
  }

  get isAborted(): boolean {
    return this.isStopping && this.#stopped?.by !== "budget";
  }

  /** Leaves a whole item pending. */
  leaveItem(entry: ItemEntry): void {
    this.#pending += this.pendingUnits(entry).length;
  }

  /** Reports an error that is not caused by one item: running measurements are aborted and the evaluation fails. */
  fail(error: unknown): void {
    this.#failure ??= { error };
    this.#stop.abort(new Stop("user", "run", "the evaluation failed"));
  }

  /** Waits for all items in progress. */
  async waitForItems(): Promise<void> {
    for (let taken = 0; taken < this.#openItems; taken += 1) await this.itemSlots.take();
    if (this.#failure !== undefined) throw this.#failure.error;
  }

  finish(components: ReadonlySet<string>): EvaluationResult {
    const { options, runId, issues, gates } = this.plan;
    const { summaries, collector } = this.#recorder;
    const stopped = this.#describeStop();
    this.#recorder.flush();
    const metrics = summaries.metrics();
    const durationMs = performance.now() - this.#startedMs;
    const warnings = [
      ...metrics.flatMap(({ warning }) => warning ?? []),
      ...summaries.warnings(),
      ...(this.budget.warning === null ? [] : [this.budget.warning]),
    ];
    this.emit({ type: "evaluation-end", items: this.#finished, durationMs });
    const { evaluationDescription, out } = options;
    return new EvaluationResult(
      {
        runId,
        evaluationName: options.evaluationName ?? runId,
        evaluationDescription,
        timestamp: this.now().toISOString(),
        durationMs,
        results: collector.results(),
        collected: collector.isComplete,
        out,
        summary: { items: this.#finished, metrics, slices: summaries.slices(), warnings },
        gate: checkGates(gates, metrics, stopped),
        issues: issues.slice(0, maxListedIssues),
        stopped,
        cost: { ...this.budget.spent, usd: addKnown(summaries.costUsd(), this.#costWithoutRow) },
        metadata: options.evaluationMetadata ?? {},
      },
      components,
    );
  }

  /** Reports a stop only if something was left unmeasured; a stop after the last measurement has no effect. */
  #describeStop(): Stopped | undefined {
    const isComplete = this.#isRead && this.#pending === 0;
    if (isComplete || !this.isStopping || this.#stopped === undefined) return undefined;
    return { ...this.#stopped, pending: this.#isRead ? this.#pending : null };
  }

  now(): Date {
    return this.plan.options.now?.() ?? new Date();
  }

  /** The time as text, cached for calls within the same millisecond. */
  timestamp(): string {
    const now = this.now();
    const ms = now.getTime();
    if (ms !== this.#stamp.ms) Object.assign(this.#stamp, { ms, text: now.toISOString() });
    return this.#stamp.text;
  }

  emit(event: EvaluationEvent): void {
    this.plan.options.onEvent?.(event);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#recorder[Symbol.asyncDispose]();
  }
}

function readAbortReason({ reason }: AbortSignal): string {
  return reason instanceof Stop ? reason.message : "the evaluation was aborted";
}
