/** Measures one item: the task fills it in, each unit is measured, and rows are written as soon as they are known. */
import { setTimeout as sleep } from "node:timers/promises";
import type { DatasetItem } from "../../core/dataset-item.ts";
import { AxisError, errorMessage } from "../../core/error.ts";
import { updateItem } from "../../core/item/change-item.ts";
import type { Metric, MetricContext } from "../../core/metric.ts";
import { addKnown } from "../../core/model/spending.ts";
import type { TokenUsage } from "../../core/model/token-usage.ts";
import type { MetricEvaluationResult } from "../../core/score/metric-result.ts";
import { mean, standardDeviation } from "../../statistics/mean.ts";
import { AnalysisCache } from "../analysis-cache.ts";
import { BaseMetric } from "../base-metric.ts";
import { handleThrown } from "../execution/build-result.ts";
import { failedResult, readResult } from "../execution/read-measure.ts";
import { runMetric } from "../execution/run-metric.ts";
import { type MeasurementCost, MeasurementSpending } from "./measurement-spending.ts";
import type { PlannedMetric } from "./planning/planned-metric.ts";
import type { TreeUnit, Unit } from "./planning/unit.ts";
import { type ResultRow, type RowFrame, toResultRows } from "./results/row.ts";
import { toTreeRows } from "./results/tree-rows.ts";
import type { EvaluationSession, ItemEntry } from "./session.ts";

/** Measures all pending units of an item. A returned promise settles when the last one is written or left pending. */
export function measureItem(entry: ItemEntry, session: EvaluationSession): Promise<void> | undefined {
  const units = session.pendingUnits(entry);
  if (units.length === 0) return undefined;
  session.emit({ type: "item-start", index: entry.index, itemId: entry.item.id });
  if (session.plan.options.task !== undefined) return fillAndMeasure(entry, units, session);
  return measureUnits(units, new ItemWork(entry, session));
}

async function fillAndMeasure(entry: ItemEntry, units: readonly Unit[], session: EvaluationSession): Promise<void> {
  const { item, fault } = await runTask(entry, session);
  await measureUnits(units, new ItemWork({ ...entry, item }, session, fault));
}

function measureUnits(units: readonly Unit[], work: ItemWork): Promise<void> | undefined {
  const done = units.map((unit) => work.measureUnit(unit));
  if (!done.some((each) => each instanceof Promise)) return work.close(done as readonly boolean[]);
  return Promise.all(done.map(async (each) => await each)).then((all) => work.close(all));
}

interface FilledItem {
  readonly item: DatasetItem;
  /** Why the task failed. */
  readonly fault?: string;
}

/** Runs the task and merges its output into the item. If the task throws, all rows of the item fail. */
async function runTask({ item }: ItemEntry, session: EvaluationSession): Promise<FilledItem> {
  const { task, scoringKeyMapping = {}, throttleDelay = 0 } = session.plan.options;
  if (task === undefined) return { item };
  const wait = session.slots.take();
  if (wait !== undefined) await wait;
  try {
    return { item: updateItem(item, renameKeys(await task(item, session.abort), scoringKeyMapping)) };
  } catch (error) {
    return { item, fault: `the task threw: ${errorMessage(error)}` };
  } finally {
    if (throttleDelay > 0) await sleep(throttleDelay * 1000);
    session.slots.release();
  }
}

/** Moves values of a task's result to the fields they are mapped to. */
function renameKeys(
  result: Readonly<Record<string, unknown>>,
  mapping: Readonly<Record<string, string>>,
): Record<string, unknown> {
  const sources = new Set(Object.values(mapping));
  const rest = Object.entries(result).filter(([key]) => !sources.has(key));
  const mapped = Object.entries(mapping).map(([field, key]) => [field, result[key]] as const);
  return Object.fromEntries([...rest, ...mapped.filter(([, value]) => value !== undefined)]);
}

/** The rows of one metric; undefined if it was stopped by an abort or because the budget allowed no call. */
type Rows = ResultRow[] | undefined;

class ItemWork {
  readonly #entry: ItemEntry;
  readonly #session: EvaluationSession;
  readonly #fault: string | undefined;
  readonly #context: MetricContext;
  readonly #slices: RowFrame["slices"];
  #isRefused = false;

  constructor(entry: ItemEntry, session: EvaluationSession, fault?: string) {
    const { judge, options } = session.plan;
    this.#entry = entry;
    this.#session = session;
    this.#fault = fault;
    this.#slices = session.listSlices(entry);
    this.#context = {
      cache: new AnalysisCache(),
      abort: session.abort,
      ...(judge === undefined ? {} : { judge: session.budget.wrap(judge, () => (this.#isRefused = true)) }),
      ...(options.embedder === undefined ? {} : { embedder: options.embedder }),
      ...(options.http === undefined ? {} : { http: options.http }),
    };
  }

  /** Closes the item; `done` tells for each unit whether it was measured or left pending. */
  close(done: readonly boolean[]): Promise<void> | undefined {
    return this.#session.closeItem(this.#entry, done.filter((isDone) => !isDone).length);
  }

  /** Measures a unit and writes its rows; false if it is left pending. */
  measureUnit(unit: Unit): boolean | Promise<boolean> {
    if (unit.kind === "tree") return this.#measureTree(unit);
    const rows = this.#measure(unit.measures[0]);
    return rows instanceof Promise ? rows.then((found) => this.#record(unit, found)) : this.#record(unit, rows);
  }

  async #measureTree(unit: TreeUnit): Promise<boolean> {
    const measured = await Promise.all(unit.measures.map(async (leaf) => await this.#measure(leaf)));
    const rows = measured.flatMap((found) => found ?? []);
    if (rows.length === unit.measures.length) return this.#record(unit, toTreeRows(unit, rows, this.#createFrame(0)));
    // A tree is written as a whole, so the cost of the leaves that were measured has no row.
    this.#session.spendWithoutRow(rows.map(({ costEstimate }) => costEstimate).reduce<MeasurementCost>(addKnown, 0));
    return false;
  }

  #record(unit: Unit, rows: Rows): boolean {
    if (rows !== undefined) this.#session.record(unit, rows);
    return rows !== undefined;
  }

  #measure(measure: PlannedMetric): Rows | Promise<Rows> {
    const wait = this.#session.slots.take();
    return wait === undefined ? this.#measureInSlot(measure) : wait.then(() => this.#measureInSlot(measure));
  }

  #measureInSlot(measure: PlannedMetric): Rows | Promise<Rows> {
    const startedMs = performance.now();
    const own = new MeasurementSpending();
    const done = (result: MetricEvaluationResult | undefined) => this.#finishMeasure(measure, result, startedMs);
    const broken = (error: unknown) => {
      this.#session.spendWithoutRow(measure.asksItsOwn ? null : own.usd);
      return this.#fail(error);
    };
    const result = this.#startMeasure(measure, own);
    return result instanceof Promise ? result.catch(broken).then(done) : done(result);
  }

  /** Returns undefined if nothing more may start. */
  #startMeasure(
    measure: PlannedMetric,
    own: MeasurementSpending,
  ): MetricEvaluationResult | undefined | Promise<MetricEvaluationResult> {
    if (this.#session.isStopping && measure.judged) return undefined;
    if (this.#fault !== undefined) return failedResult(this.#fault);
    try {
      return measure.judged
        ? this.#measureJudged(measure, own)
        : executeNow(measure.metric, this.#entry.item, this.#contextFor(measure));
    } catch (error) {
      return this.#fail(error);
    }
  }

  #finishMeasure(measure: PlannedMetric, result: MetricEvaluationResult | undefined, startedMs: number): Rows {
    this.#session.slots.release();
    if (result === undefined) return undefined;
    if (result.status === "failed" && this.#isRefused) {
      this.#session.spendWithoutRow(result.costEstimate);
      return undefined;
    }
    return this.#toRows(measure, result, this.#createFrame(performance.now() - startedMs));
  }

  /** A metric whose own `verdict`, `getSignals` or `getSubMetrics` breaks fails its row. */
  #toRows(measure: PlannedMetric, result: MetricEvaluationResult, frame: RowFrame): Rows {
    try {
      return toResultRows(measure, result, frame);
    } catch (error) {
      if (error instanceof AxisError || result.status === "failed") return this.#fail(error);
      const why = `${measure.metric.key} threw: ${errorMessage(error)}`;
      return this.#toRows(measure, { ...failedResult(why), costEstimate: result.costEstimate }, frame);
    }
  }

  /** Reports an error that is not caused by one item, unless the evaluation is stopping anyway. */
  #fail(error: unknown): undefined {
    if (!this.#session.abort.aborted) this.#session.fail(error);
  }

  /** Passes on the evaluation's threshold, because some metrics measure with it. */
  #contextFor({ metric, threshold }: PlannedMetric): MetricContext {
    return threshold === metric.threshold ? this.#context : { ...this.#context, threshold };
  }

  async #measureJudged(measure: PlannedMetric, own: MeasurementSpending): Promise<MetricEvaluationResult> {
    const { samples = 1 } = this.#session.plan.options;
    const { judge } = this.#context;
    const context = { ...this.#contextFor(measure), ...(judge === undefined ? {} : { judge: own.watch(judge) }) };
    const all: MetricEvaluationResult[] = [];
    while (all.length < samples) {
      // Each sample gets its own cache: a shared answer would count the same answer twice.
      const cache = all.length === 0 ? this.#context.cache : new AnalysisCache();
      const result = await executeNow(measure.metric, this.#entry.item, { ...context, ...(cache && { cache }) });
      if (measure.asksItsOwn) this.#session.budget.charge(result);
      all.push(result);
      // The mean of fewer samples than requested would not be comparable.
      if (result.status === "failed" && this.#isRefused)
        return { ...combineSamples(all), status: "failed", score: null };
    }
    return combineSamples(all);
  }

  #createFrame(durationMs: number): RowFrame {
    const { item, index, digest } = this.#entry;
    return {
      itemId: item.id,
      itemIndex: index,
      itemDigest: digest,
      slices: this.#slices,
      timestamp: this.#session.timestamp(),
      durationMs: Math.round(durationMs * 1000) / 1000,
    };
  }
}

/** Returns the result of `metric.execute`. May throw synchronously instead of rejecting. */
function executeNow(
  metric: Metric,
  item: DatasetItem,
  context: MetricContext,
): MetricEvaluationResult | Promise<MetricEvaluationResult> {
  if (!(metric instanceof BaseMetric) || hasOwnExecute(metric)) return executeOwn(metric, item, context);
  return runMetric(metric, metric.keepInput(item), context);
}

/** Runs code that may do anything: what it throws or returns fails its own row, never the evaluation. */
async function executeOwn(metric: Metric, item: DatasetItem, context: MetricContext): Promise<MetricEvaluationResult> {
  try {
    return readResult(metric, await metric.execute(item, context));
  } catch (error) {
    return failedResult(handleThrown(error, metric.key, context).why);
  }
}

function hasOwnExecute(metric: BaseMetric): boolean {
  const { execute: own } = metric as { readonly execute: unknown };
  const { execute: usual } = BaseMetric.prototype as { readonly execute: unknown };
  return own !== usual;
}

/** Returns the mean of the scored samples, with all values in the metadata. If no sample has a score, returns the first, which has the reason. */
function combineSamples(samples: readonly MetricEvaluationResult[]): MetricEvaluationResult {
  const [first] = samples;
  if (first === undefined) throw new RangeError("combineSamples needs at least one sample");
  if (samples.length === 1) return first;
  const values = samples.map(({ score }) => score);
  const known = values.filter((value) => value !== null);
  const spending = {
    costEstimate: samples.reduce<number | null>((sum, { costEstimate }) => addKnown(sum, costEstimate), 0),
    ...sumTokens(samples),
  };
  const average = mean(known);
  const chosen = samples.find(({ score }) => score !== null) ?? first;
  const metadata = {
    ...chosen.metadata,
    samples: { values, stdDev: known.length < 2 ? null : standardDeviation(known) },
  };
  if (average === null) return { ...first, ...spending, metadata };
  const { why: _, ...rest } = chosen;
  return { ...rest, ...spending, metadata, score: average };
}

function sumTokens(samples: readonly MetricEvaluationResult[]): { tokenUsage?: TokenUsage } {
  const usages = samples.flatMap(({ tokenUsage }) => tokenUsage ?? []);
  if (usages.length === 0) return {};
  const sum = (read: (usage: TokenUsage) => number | undefined) =>
    usages.reduce((total, each) => total + (read(each) ?? 0), 0);
  return {
    tokenUsage: {
      input: sum(({ input }) => input),
      output: sum(({ output }) => output),
      cacheReadInput: sum(({ cacheReadInput }) => cacheReadInput),
      cacheWriteInput: sum(({ cacheWriteInput }) => cacheWriteInput),
    },
  };
}
