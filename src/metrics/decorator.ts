/** `metric` declares what a class measures and registers it. Usable as a class decorator or as a function around a class. */
import type { DatasetItem } from "../core/dataset-item.ts";
import { parseItem } from "../core/item/parse-item.ts";
import type { MetricContext } from "../core/metric.ts";
import { failed, notApplicable, type ShareScore } from "../core/score.ts";
import type { MetricEvaluationResult } from "../core/score/metric-result.ts";
import { BaseMetric, type MetricClass } from "./base-metric.ts";
import { buildResult, handleThrown } from "./execution/build-result.ts";
import { readMeasure } from "./execution/read-measure.ts";
import { runInExecution } from "./execution/execution-scope.ts";
import { resolveFields } from "./fields/presence.ts";
import { Ledger } from "./judging/ledger.ts";
import { type MetricDeclaration, toMetricConfig } from "./metric-config.ts";
import { metricRegistry } from "./registry.ts";

/**
 * Declares a metric class.
 *
 * @example
 * ```ts
 * const Politeness = metric({
 *   name: "Politeness",
 *   description: "Is the reply polite?",
 *   requiredFields: ["actual_output"],
 * })(
 *   class extends BaseMetric {
 *     static override instruction = "Score 1 when the reply is polite, 0 when it is rude.";
 *   },
 * );
 * ```
 */
export function metric(declaration: MetricDeclaration) {
  return <Class extends MetricClass>(target: Class, _context?: ClassDecoratorContext): Class => {
    if (typeof target !== "function" || !(target.prototype instanceof BaseMetric))
      throw new TypeError(`@metric needs a class that extends BaseMetric; ${String(target)} does not`);
    target.config = Object.freeze({ ...toMetricConfig(declaration), ...resolveInherited(target) });
    guardExecute(target);
    metricRegistry.register(target);
    return target;
  };
}

/** Derives settings from how a class measures: by an instruction, by its own `execute`, or like the metric it extends. */
function resolveInherited(target: MetricClass) {
  if (target.body !== undefined && target.config !== undefined) {
    const { judged, blankIsPresent, version } = target.config;
    return { judged, blankIsPresent, version };
  }
  return { judged: !Object.hasOwn(target.prototype, "execute") || target.instruction !== undefined };
}

/** Wraps a class's own `execute` with the guarantees of every metric: checked fields, failures as values, scores in range. */
type Execute = BaseMetric["execute"];

/** Modifies the class: its `execute` is replaced by a wrapper. */
function guardExecute(target: MetricClass): void {
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

function findMissingFields(instance: BaseMetric, item: DatasetItem) {
  const looking = { item, mapping: instance.mapping, blankIsPresent: instance.config.blankIsPresent };
  const found = resolveFields(
    looking,
    instance.requiredFields.map((name) => ({ name, required: true })),
  );
  return found.status === "found" ? null : found;
}

interface Attempt {
  readonly own: Execute;
  readonly item: DatasetItem;
  readonly context: MetricContext;
}

async function tryExecute(instance: BaseMetric, { own, item, context }: Attempt): Promise<unknown> {
  try {
    return await own.call(instance, item, context);
  } catch (error) {
    return { ...handleThrown(error, instance.key, context), score: null };
  }
}

/** Fills in missing parts of a class's result. */
function completeResult(instance: BaseMetric, returned: unknown): MetricEvaluationResult {
  const result = typeof returned === "object" && returned !== null ? (returned as Partial<MetricEvaluationResult>) : {};
  const score = toShareScore(instance, result, returned);
  const measure = { score, explanation: result.explanation, result: result.signals ?? null };
  const made = buildResult(instance, measure, createEmptyAccount());
  const { costEstimate = made.costEstimate, tokenUsage } = result;
  const metadata = { ...made.metadata, ...result.metadata };
  return { ...made, metadata, costEstimate, ...(tokenUsage === undefined ? {} : { tokenUsage }) };
}

function toShareScore(
  instance: BaseMetric,
  { status, why }: Partial<MetricEvaluationResult>,
  returned: unknown,
): ShareScore | null {
  if (status === "not-applicable") return notApplicable(why ?? "does not apply");
  if (status === "failed") return failed(why ?? "failed without a reason");
  return readMeasure(instance, returned).score;
}

function createEmptyAccount() {
  return { ledger: new Ledger(), notes: [], metadata: {} };
}
