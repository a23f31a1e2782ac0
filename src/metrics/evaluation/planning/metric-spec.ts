/** The ways to name a metric: key, instance, class with options, YAML file, or a tree. */
import { AxisError } from "../../../core/error.ts";
import { isPlainObject } from "../../../core/keys/key-case.ts";
import type { Metric, MetricType } from "../../../core/metric.ts";
import { readDataFile } from "../../../core/data-files/json-file.ts";
import { loadMetric } from "../../load-metric.ts";
import { metricRegistry } from "../../registry.ts";
import type { TreeModel } from "../../tree/score-tree.ts";

/** A metric by its key, with options. */
export interface MetricChoice {
  readonly class: string;
  readonly [option: string]: unknown;
}

/** A tree: metrics by name, the model that combines them, and the weights of its components. */
export interface TreeSpec {
  readonly metric: Readonly<Record<string, MetricChoice | string>>;
  readonly model: TreeModel;
  readonly weights?: Readonly<Record<string, number>>;
}

export type MetricSpec = string | Metric | MetricType | MetricChoice | TreeSpec;

/** A metric, or a tree whose metrics are not yet resolved. */
export type ResolvedSpec = { readonly metric: Metric } | { readonly tree: TreeSpec };

export async function resolveSpec(spec: MetricSpec): Promise<ResolvedSpec> {
  if (typeof spec === "string")
    return /\.ya?ml$/i.test(spec) ? await resolveSpecFile(spec) : { metric: metricRegistry.create(spec) };
  if (typeof spec === "function") return { metric: Reflect.construct(spec, []) as Metric };
  if (isTreeSpec(spec)) return { tree: spec };
  if ("execute" in spec && typeof spec.execute === "function") return { metric: spec as Metric };
  return { metric: createChosenMetric(spec as MetricChoice) };
}

/** Creates a metric of a tree or a config from its key, with or without options. */
export function createChosenMetric(choice: MetricChoice | string): Metric {
  if (typeof choice === "string") return metricRegistry.create(choice);
  if (!isPlainObject(choice) || typeof choice.class !== "string")
    throw new AxisError("metric-invalid", `${JSON.stringify(choice)} does not name a metric`, {
      hint: 'Write { "class": "<key>", ...options }; list the keys with: axis metrics',
    });
  const { class: key, ...options } = choice;
  return metricRegistry.create(key, options);
}

async function resolveSpecFile(path: string): Promise<ResolvedSpec> {
  const data = await readDataFile(path, path);
  if (isTreeSpec(data)) return { tree: data };
  const type = await loadMetric(path);
  return { metric: new type() };
}

function isTreeSpec(value: unknown): value is TreeSpec {
  return isPlainObject(value) && isPlainObject(value["model"]);
}
