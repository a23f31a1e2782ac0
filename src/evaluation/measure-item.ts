/** Measures one item: the task fills it in, each unit is measured, and its rows are written as soon as they are known. */
import type { DatasetItem } from "../core/dataset-item.ts";
import { messageOf } from "../core/error.ts";
import { setTimeout as sleep } from "node:timers/promises";
import type { MetricContext } from "../core/metric.ts";
import type { MetricEvaluationResult } from "../core/metric-result.ts";
import { updateItem } from "../core/change-item.ts";
import { AnalysisCache } from "../metrics/analysis-cache.ts";
import type { Measure } from "./planning/measure.ts";
import { type ResultRow, type RowFrame, rowsOf } from "./results/row.ts";
import { combineSamples } from "./samples.ts";
import { addedCosts, type Cost, OwnSpending } from "./own-spending.ts";
import type { Entry, EvaluationSession } from "./session.ts";
import { treeRows } from "./results/tree-rows.ts";
import type { Unit } from "./planning/unit.ts";

/** All pending units of an item; resolves when the last one is written or left for later. */
export async function measureItem(entry: Entry, session: EvaluationSession): Promise<void> {
  const units = session.pendingUnits(entry);
  if (units.length === 0) return;
  session.emit({ type: "item-start", index: entry.index, itemId: entry.item.id });
  const filled = await filledIn(entry, session);
  const work = new ItemWork({ ...entry, item: filled.item }, session, filled.fault);
  const done =
    units.length === 1 ? [await work.unit(units[0] as Unit)] : await Promise.all(units.map((unit) => work.unit(unit)));
  await session.close(entry, done.filter((isDone) => !isDone).length);
}

interface Filled {
  readonly item: DatasetItem;
  /** Why the task gave nothing. */
  readonly fault?: string;
}

/** The item with what the task found; a task that throws makes the rows of its item failed. */
async function filledIn({ item }: Entry, session: EvaluationSession): Promise<Filled> {
  const { task, scoringKeyMapping = {}, throttleDelay = 0 } = session.plan.options;
  if (task === undefined) return { item };
  const wait = session.slots.take();
  if (wait !== undefined) await wait;
  try {
    const patch = Object.entries(await task(item, session.abort));
    return {
      item: updateItem(item, Object.fromEntries(patch.map(([key, value]) => [scoringKeyMapping[key] ?? key, value]))),
    };
  } catch (error) {
    return { item, fault: `the task threw: ${messageOf(error)}` };
  } finally {
    if (throttleDelay > 0) await sleep(throttleDelay * 1000);
    session.slots.release();
  }
}

class ItemWork {
  readonly #entry: Entry;
  readonly #session: EvaluationSession;
  readonly #fault: string | undefined;
  readonly #context: MetricContext;
  readonly #slices: RowFrame["slices"];
  #refused = false;

  constructor(entry: Entry, session: EvaluationSession, fault: string | undefined) {
    const { judge, options } = session.plan;
    this.#entry = entry;
    this.#session = session;
    this.#fault = fault;
    this.#slices = session.slicesOf(entry);
    this.#context = {
      cache: new AnalysisCache(),
      abort: session.abort,
      ...(judge === undefined ? {} : { judge: session.budget.wrap(judge, () => (this.#refused = true)) }),
      ...(options.embedder === undefined ? {} : { embedder: options.embedder }),
      ...(options.http === undefined ? {} : { http: options.http }),
    };
  }

  /** Measures a unit and writes its rows; false where it is left for later. */
  async unit(unit: Unit): Promise<boolean> {
    const measured =
      unit.kind === "metric"
        ? await this.#measured(unit.measures[0])
        : (await Promise.all(unit.measures.map((leaf) => this.#measured(leaf)))).flatMap((rows) => rows ?? []);
    if (measured === undefined) return false;
    if (unit.kind === "tree" && measured.length < unit.measures.length) {
      // A tree counts as a whole: what its other leaves cost has no row to stand in.
      this.#session.spendWithoutRow(measured.map(({ costEstimate }) => costEstimate).reduce<Cost>(addedCosts, 0));
      return false;
    }
    const rows = unit.kind === "metric" ? measured : treeRows(unit, measured, this.#frame(0));
    this.#session.record(unit, rows);
    return true;
  }

  /** The rows of one metric, or undefined where it was stopped: by an abort, or because the budget allowed no question. */
  async #measured(measure: Measure): Promise<ResultRow[] | undefined> {
    const { slots } = this.#session;
    const wait = slots.take();
    if (wait !== undefined) await wait;
    const own = new OwnSpending();
    try {
      if (this.#session.isStopping && measure.judged) return undefined;
      const startedMs = performance.now();
      const result = this.#fault === undefined ? await this.#result(measure, own) : failedResult(this.#fault);
      if (result.status === "failed" && this.#refused) {
        this.#session.spendWithoutRow(result.costEstimate);
        return undefined;
      }
      return rowsOf(measure, result, this.#frame(performance.now() - startedMs));
    } catch (error) {
      if (!this.#session.abort.aborted) this.#session.fail(error);
      this.#session.spendWithoutRow(measure.asksItsOwn ? null : own.usd);
      return undefined;
    } finally {
      slots.release();
    }
  }

  #result(measure: Measure, own: OwnSpending): Promise<MetricEvaluationResult> {
    return measure.judged ? this.#judged(measure, own) : measure.metric.execute(this.#entry.item, this.#for(measure));
  }

  /** A threshold of the evaluation is also the one that is measured with. */
  #for({ metric, threshold }: Measure): MetricContext {
    return threshold === metric.threshold ? this.#context : { ...this.#context, threshold };
  }

  async #judged(measure: Measure, own: OwnSpending): Promise<MetricEvaluationResult> {
    const { samples = 1 } = this.#session.plan.options;
    const { judge } = this.#context;
    const context = { ...this.#for(measure), ...(judge === undefined ? {} : { judge: own.watch(judge) }) };
    const all: MetricEvaluationResult[] = [];
    while (all.length < samples) {
      // Each sample asks anew: what is shared between them would be one answer counted twice.
      const cache = all.length === 0 ? this.#context.cache : new AnalysisCache();
      const result = await measure.metric.execute(this.#entry.item, { ...context, ...(cache && { cache }) });
      if (measure.asksItsOwn) this.#session.budget.charge(result);
      all.push(result);
      // The mean of fewer samples than were asked for would be another number.
      if (result.status === "failed" && this.#refused) return { ...combineSamples(all), status: "failed", score: null };
    }
    return combineSamples(all);
  }

  #frame(durationMs: number): RowFrame {
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

function failedResult(why: string): MetricEvaluationResult {
  return { status: "failed", score: null, why, explanation: why, signals: null, metadata: {}, costEstimate: 0 };
}
