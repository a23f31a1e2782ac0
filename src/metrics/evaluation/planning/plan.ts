/** Checks all inputs of an evaluation before its first item, so that mistakes cost nothing. */
import { randomUUID } from "node:crypto";
import { z } from "zod";
import { AxisError } from "../../../core/error.ts";
import { findNearestName } from "../../../core/names/nearest.ts";
import type { DatasetIssue } from "../../datasets/read-options.ts";
import type { TreeComponent } from "../../tree/score-tree.ts";
import { MetricGate, type NamedGate } from "../summary/check-gates.ts";
import { requirePrices } from "./require-prices.ts";
import { listMetricNames } from "./planned-metric.ts";
import type { MetricSpec } from "./metric-spec.ts";
import { type EvaluateOptions, evaluateOptionNames } from "./options.ts";
import type { EvaluationPlan } from "../session.ts";
import { type DatasetInput, openSource } from "./source.ts";
import type { Unit } from "./unit.ts";
import { planUnits } from "./units.ts";

const positive = z.number().positive();
const count = z.number().int().positive();
const limit = z.number().int().nonnegative();

/** The options that are validated; functions and models are accepted as they are. */
const CheckedOptions = z.object({
  concurrency: count.optional(),
  maxConcurrent: count.optional(),
  throttleDelay: z.number().nonnegative().optional(),
  samples: count.optional(),
  thresholds: z.record(z.string(), z.number().nullable()).optional(),
  gates: z.record(z.string(), MetricGate).optional(),
  budget: z
    .strictObject({
      usd: positive.optional(),
      allowUnknownCost: z.boolean().optional(),
      tokens: count.optional(),
      calls: count.optional(),
      minutes: positive.optional(),
    })
    .optional(),
  read: z
    .object({ limit: limit.optional(), offset: limit.optional(), sample: z.object({ size: count }).optional() })
    .optional(),
});

export async function planEvaluation(
  dataset: DatasetInput,
  metrics: MetricSpec | readonly MetricSpec[],
  options: EvaluateOptions,
): Promise<EvaluationPlan> {
  requireKnownOptions(options);
  const checked = CheckedOptions.safeParse(options);
  if (!checked.success)
    throw new AxisError("flag-invalid", `Invalid evaluation options: ${z.prettifyError(checked.error)}`);
  const { units, judge } = await planUnits(metrics, { judge: options.judge, thresholds: options.thresholds ?? {} });
  await requirePrices(units, judge, options.budget ?? {});
  const gates = resolveGates(options.gates ?? {}, units);
  const issues: DatasetIssue[] = [];
  const onIssue = (issue: DatasetIssue) => {
    issues.push(issue);
    options.read?.onIssue?.(issue);
    options.onEvent?.({ type: "item-invalid", issue });
  };
  const source = openSource(dataset, { ...options.read, onIssue });
  return { source, units, judge, options, gates, runId: options.runId ?? `evaluation_${randomUUID()}`, issues };
}

/** Rejects unknown options: a misspelled option would be ignored without notice. */
function requireKnownOptions(options: EvaluateOptions): void {
  const unknown = Object.keys(options).filter((name) => !evaluateOptionNames.includes(name));
  if (unknown.length === 0) return;
  const said = unknown.map((name) => {
    const near = findNearestName(name, evaluateOptionNames);
    return `"${name}"${near === undefined ? "" : `, did you mean "${near}"?`}`;
  });
  throw new AxisError("flag-invalid", `Unknown evaluation option ${said.join("; unknown option ")}`, {
    hint: `Valid options: ${evaluateOptionNames.join(", ")}`,
  });
}

/** Resolves gates to the names used in rows, and rejects a gate on something that is not measured, because it would never take effect. */
function resolveGates(gates: Readonly<Record<string, MetricGate>>, units: readonly Unit[]): readonly NamedGate[] {
  const measures = units.flatMap((unit) => unit.measures);
  const components = listComponentNames(units);
  return Object.entries(gates).flatMap(([shown, gate]) => {
    const named = measures.filter(({ metric, name }) => listMetricNames(metric, name).includes(shown));
    const targets = components.has(shown) ? [shown] : named.map(({ name }) => name);
    if (targets.length === 0)
      throw new AxisError("metric-invalid", `The gate "${shown}" matches no measured metric`, {
        hint: `Measured metrics: ${[...components, ...measures.map(({ metric }) => metric.key)].join(", ")}`,
      });
    return targets.map((target) => ({ shown, target, gate }));
  });
}

/** Lists the component names of all trees. */
export function listComponentNames(units: readonly Unit[]): ReadonlySet<string> {
  const namesIn = (node: TreeComponent): string[] => [
    node.name,
    ...node.children.flatMap((child) => (child.kind === "component" ? namesIn(child) : [])),
  ];
  return new Set(units.flatMap((unit) => (unit.kind === "tree" ? namesIn(unit.tree) : [])));
}
