/** Builds the units of an evaluation from the requested metrics. Finds all mistakes before anything is measured. */
import { createHash } from "node:crypto";
import { AxisError } from "../../../core/error.ts";
import type { Metric } from "../../../core/metric.ts";
import { canonicalJson } from "../../../core/json.ts";
import type { Model } from "../../../core/model.ts";
import { BaseMetric } from "../../base-metric.ts";
import { requireThreshold } from "../../metric-body.ts";
import { getModelId, openNamedModel } from "../../model-source.ts";
import { listLeaves, parseScoreTree, type TreeComponent } from "../../tree/score-tree.ts";
import { fingerprintMetric } from "./fingerprint.ts";
import { type PlannedMetric, listMetricNames } from "./planned-metric.ts";
import { createChosenMetric, type MetricSpec, resolveSpec, type TreeSpec } from "./metric-spec.ts";
import type { TreeUnit, Unit } from "./unit.ts";

/** What the units of an evaluation share. */
interface UnitOptions {
  readonly judge: Model | undefined;
  readonly thresholds: Readonly<Record<string, number | null>>;
}

/** Returns the units, and the judge for metrics without their own model. */
export async function planUnits(
  specs: MetricSpec | readonly MetricSpec[],
  { thresholds, judge: given }: UnitOptions,
): Promise<{ readonly units: readonly Unit[]; readonly judge: Model | undefined }> {
  const list = Array.isArray(specs) ? (specs as readonly MetricSpec[]) : [specs as MetricSpec];
  if (list.length === 0)
    throw new AxisError("metric-invalid", "No metric was named", {
      hint: "List the available metrics with: axis metrics",
    });
  const resolved = await Promise.all(list.map(resolveSpec));
  const metrics = resolved.flatMap((each) =>
    "metric" in each ? [each.metric] : Object.values(each.tree.metric).map(createChosenMetric),
  );
  const judge = given ?? (await resolveJudge(metrics));
  const naming = new UnitBuilder({ thresholds, judge });
  const units = resolved.map((each) =>
    "metric" in each ? naming.buildMetricUnit(each.metric) : naming.buildTreeUnit(each.tree),
  );
  naming.requireKnownThresholds();
  return { units, judge };
}

/** Returns the fallback or the default model from the environment, if a metric needs a judge and none was supplied. */
export async function resolveJudge(metrics: readonly Metric[], fallback?: Model): Promise<Model | undefined> {
  const asking = metrics.find((metric) => metric.config.judged && findOwnModelId(metric) === null);
  if (asking === undefined) return undefined;
  const model = fallback ?? (await openNamedModel({}));
  if (model !== null) return model;
  throw new AxisError("preflight", `${asking.key} needs a judge, but none is configured`, {
    hint: "Set one: --judge provider/model, a model in judging.agents of the config, the option judge, or the variables LLM_PROVIDER and LLM_MODEL_NAME",
  });
}

/** Whether the metric's options name the model it asks. */
export function hasOwnModel(metric: Metric): boolean {
  return findOwnModelId(metric) !== null;
}

function findOwnModelId(metric: Metric): string | null {
  if (!(metric instanceof BaseMetric)) return null;
  const { llm, modelName, llmProvider } = metric.common;
  if (llm !== undefined) return getModelId(llm);
  if (modelName === undefined) return llmProvider ?? null;
  return llmProvider === undefined ? modelName : `${llmProvider}/${modelName}`;
}

/** Gives every metric a unique name, and tracks which thresholds were used. */
class UnitBuilder {
  readonly #thresholds: Readonly<Record<string, number | null>>;
  readonly #judge: Model | undefined;
  readonly #names = new Set<string>();
  readonly #usedThresholds = new Set<string>();

  constructor({ thresholds, judge }: UnitOptions) {
    this.#thresholds = thresholds;
    this.#judge = judge;
  }

  buildMetricUnit(metric: Metric): Unit {
    const measure = this.#planMetric(metric, this.#makeUnique(metric.name));
    return { kind: "metric", fingerprint: measure.fingerprint, measures: [measure] };
  }

  buildTreeUnit(spec: TreeSpec): TreeUnit {
    const tree = readValidTree(spec);
    const measures = listLeaves(tree).map((leaf) => {
      const choice = spec.metric[leaf];
      if (choice === undefined) throw invalidTree(`the leaf "${leaf}" has no entry under metric`);
      if (this.#names.has(leaf)) throw invalidTree(`another metric already has the name "${leaf}"`);
      this.#names.add(leaf);
      return this.#planMetric(requireShareValued(createChosenMetric(choice), leaf), leaf);
    });
    const components = listComponents(tree);
    const thresholds = Object.fromEntries(
      components.filter((name) => this.#hasThreshold(name)).map((name) => [name, this.#takeThreshold(name) ?? null]),
    );
    const mark = canonicalJson({
      model: spec.model,
      weights: spec.weights ?? {},
      thresholds,
      leaves: measures.map(({ fingerprint }) => fingerprint),
    });
    return { kind: "tree", fingerprint: createHash("sha256").update(mark).digest("hex"), tree, measures, thresholds };
  }

  /** Rejects a threshold for something that is not measured: it is a typo. */
  requireKnownThresholds(): void {
    const unknown = Object.keys(this.#thresholds).find((name) => !this.#usedThresholds.has(name));
    if (unknown !== undefined)
      throw new AxisError("metric-invalid", `thresholds.${unknown}: no measured metric has this name`);
  }

  #planMetric(metric: Metric, name: string): PlannedMetric {
    const given = listMetricNames(metric, name).find((each) => this.#hasThreshold(each));
    const threshold = given === undefined ? metric.threshold : (this.#takeThreshold(given) ?? null);
    if (metric instanceof BaseMetric) requireThreshold(metric, threshold);
    const own = findOwnModelId(metric);
    const model = metric.config.judged ? (own ?? this.#judge?.id ?? null) : null;
    return {
      metric,
      name,
      threshold,
      fingerprint: fingerprintMetric(metric, threshold, model),
      judged: metric.config.judged,
      asksItsOwn: metric.config.judged && own !== null,
      ...splitModelId(model),
    };
  }

  #hasThreshold(name: string): boolean {
    return Object.hasOwn(this.#thresholds, name);
  }

  #takeThreshold(name: string): number | null | undefined {
    if (!this.#hasThreshold(name)) return undefined;
    this.#usedThresholds.add(name);
    return this.#thresholds[name];
  }

  #makeUnique(name: string): string {
    let unique = name;
    for (let number = 2; this.#names.has(unique); number += 1) unique = `${name} (${number})`;
    this.#names.add(unique);
    return unique;
  }
}

function readValidTree({ model, weights = {} }: TreeSpec): TreeComponent {
  try {
    return parseScoreTree(model, weights);
  } catch (error) {
    if (error instanceof RangeError) throw invalidTree(error.message, error);
    throw error;
  }
}

function invalidTree(why: string, cause?: unknown): AxisError {
  return new AxisError("metric-invalid", `Invalid tree: ${why}`, { cause });
}

function requireShareValued(metric: Metric, leaf: string): Metric {
  const [least, most] = metric.scoreRange ?? [null, null];
  if (least === 0 && most === 1) return metric;
  throw invalidTree(`the score of the leaf "${leaf}" does not range from 0 to 1`);
}

function listComponents(node: TreeComponent): string[] {
  return [node.name, ...node.children.flatMap((child) => (child.kind === "component" ? listComponents(child) : []))];
}

/** An id without a slash names a model of no known provider. */
function splitModelId(id: string | null) {
  const slash = id?.indexOf("/") ?? -1;
  if (id === null || slash === -1) return { modelName: id, llmProvider: null };
  return { modelName: id.slice(slash + 1), llmProvider: id.slice(0, slash) };
}
