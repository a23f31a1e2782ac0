/** Checks all inputs of an evaluation before its first item, so that mistakes cost nothing. */
import { randomUUID } from "node:crypto";
import { z } from "zod";
import { itemField } from "../../../core/dataset-item.ts";
import { AxisError } from "../../../core/error.ts";
import type { Metric } from "../../../core/metric.ts";
import type { Model } from "../../../core/model.ts";
import { findNearestName } from "../../../core/names/nearest.ts";
import { BaseMetric } from "../../base-metric.ts";
import type { DatasetIssue } from "../../datasets/read-options.ts";
import { adoptModel, openNamedModel } from "../../model-source.ts";
import type { TreeComponent } from "../../tree/score-tree.ts";
import type { Budget } from "../budget.ts";
import type { EvaluationPlan } from "../session.ts";
import { MetricGate, type NamedGate } from "../summary/check-gates.ts";
import type { MetricSpec } from "./metric-spec.ts";
import { evaluateOptionNames, type EvaluateOptions } from "./options.ts";
import { listMetricNames } from "./planned-metric.ts";
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
  requireFieldMapping(options.scoringKeyMapping ?? {});
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

/** Rejects a mapping whose left side is not a field: it was written from the task's key to the field. */
function requireFieldMapping(mapping: Readonly<Record<string, string>>): void {
  for (const [field, key] of Object.entries(mapping)) {
    if (itemField(field) !== undefined) continue;
    const near = itemField(key) === undefined ? "actual_output" : key;
    throw new AxisError("flag-invalid", `scoringKeyMapping: "${field}" is not a field of an item`, {
      hint: `Write the field first, then the key of the task's result: { ${near}: ${JSON.stringify(field)} }`,
    });
  }
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

/** Rejects a budget that cannot be enforced. A model supplied by the user reports its cost with each answer. */
async function requirePrices(
  units: readonly Unit[],
  judge: Model | undefined,
  { usd, allowUnknownCost = false }: Budget,
): Promise<void> {
  if (usd === undefined || allowUnknownCost) return;
  const asking = units.flatMap(({ measures }) => measures).filter(({ judged }) => judged);
  for (const { metric, asksItsOwn } of asking) {
    const model = asksItsOwn ? await openOwnModel(metric) : judge;
    if (model?.priced !== false) continue;
    throw new AxisError("preflight", `A budget of $${usd} cannot be enforced: ${model.id} has no known price`, {
      hint: "Limit tokens or calls instead, use a model with a known price, or ignore unknown costs: --allow-unknown-cost",
    });
  }
}

async function openOwnModel(metric: Metric): Promise<Model | null> {
  if (!(metric instanceof BaseMetric)) return null;
  const { llm } = metric.common;
  if (llm === undefined) return await openNamedModel(metric.common);
  return "ask" in llm ? llm : await adoptModel(llm);
}
