/** `metric` declares what a class measures and registers it. Usable as a class decorator or as a function around a class. */
import { BaseMetric, type MetricClass } from "./base-metric.ts";
import { guardExecute } from "./execution/guard-execute.ts";
import { toMetricConfig, type MetricDeclaration } from "./metric-config.ts";
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
