/** Wraps a class's own `execute` with the guarantees of every metric: checked fields, failures as values, scores in range. */
import type { DatasetItem } from "../../core/dataset-item.ts";
import type { MetricContext } from "../../core/metric.ts";
import type { MetricEvaluationResult } from "../../core/score/metric-result.ts";
import { parseItem } from "../../core/item/parse-item.ts";
import { failed, fromRaw, notApplicable, type ShareScore } from "../../core/score.ts";
import type { BaseMetric, MetricClass } from "../base-metric.ts";
import { buildResult, handleThrown } from "./build-result.ts";
import { runInExecution } from "./execution-scope.ts";
import { Ledger } from "../judging/ledger.ts";
import { resolveFields } from "../fields/presence.ts";

type Execute = BaseMetric["execute"];

/** Modifies the class: its `execute` is replaced by a wrapper. */
export function guardExecute(target: MetricClass): void {
  const own = Object.getOwnPropertyDescriptor(target.prototype, "execute")?.value as Execute | undefined;
  if (own === undefined) return;
  target.prototype.execute = async function guarded(this: BaseMetric, given, context = {}) {
    context.abort?.throwIfAborted();
    const item = this.keepInput(parseItem(given));
    const missing = findMissingFields(this, item);
    if (missing !== null) return buildResult(this, { score: missing }, createEmptyAccount());
    return await runInExecution(this, async () => completeResult(this, await tryExecute(this, { own, item, context })));
  };
}

function findMissingFields(metric: BaseMetric, item: DatasetItem) {
  const looking = { item, mapping: metric.mapping, blankIsPresent: metric.config.blankIsPresent };
  const found = resolveFields(
    looking,
    metric.requiredFields.map((name) => ({ name, required: true })),
  );
  return found.status === "found" ? null : found;
}

interface Attempt {
  readonly own: Execute;
  readonly item: DatasetItem;
  readonly context: MetricContext;
}

async function tryExecute(metric: BaseMetric, { own, item, context }: Attempt): Promise<Partial<MetricEvaluationResult>> {
  try {
    return await own.call(metric, item, context);
  } catch (error) {
    return { ...handleThrown(error, metric.key, context), score: null };
  }
}

/** Fills in missing parts of a class's result. */
function completeResult(metric: BaseMetric, result: Partial<MetricEvaluationResult>): MetricEvaluationResult {
  const measure = { score: toShareScore(result), explanation: result.explanation, result: result.signals ?? null };
  const made = buildResult(metric, measure, createEmptyAccount());
  const { costEstimate = made.costEstimate, tokenUsage } = result;
  const metadata = { ...made.metadata, ...result.metadata };
  return { ...made, metadata, costEstimate, ...(tokenUsage === undefined ? {} : { tokenUsage }) };
}

function toShareScore({ status, score, why }: Partial<MetricEvaluationResult>): ShareScore | null {
  if (status === "not-applicable") return notApplicable(why ?? "does not apply");
  if (status === "failed") return failed(why ?? "failed without a reason");
  return typeof score === "number" ? fromRaw(score) : null;
}

function createEmptyAccount() {
  return { ledger: new Ledger(), notes: [], metadata: {} };
}
