/** The base of every metric: options, fields, a threshold, and `execute`. Its default body asks the judge with an instruction. */
import type { z } from "zod";
import type { DatasetItem } from "../core/dataset-item.ts";
import { parseItem } from "../core/item/parse-item.ts";
import type { Metric, MetricConfig, MetricContext, MetricVerdict, ScoreRange } from "../core/metric.ts";
import type { MetricCategory, MetricEvaluationResult, SubMetricResult } from "../core/score/metric-result.ts";
import type { SignalDescriptor } from "../core/score/signal.ts";
import { type CommonOptions, type CommonOptionsInput, readOptions } from "./common-options.ts";
import { type PromptMessage, previewPrompts } from "./display/preview-prompts.ts";
import { print } from "./display/print.ts";
import { sumExecutionCosts } from "./execution/execution-scope.ts";
import { runMetric } from "./execution/run-metric.ts";
import { type MetricExample, selectEvaluationFields } from "./fields/evaluation-fields.ts";
import { applyMapping, type FieldMapping, readField, readMapping, toCanonicalName } from "./fields/field-mapping.ts";
import { getMetricBody, type Instance, type MetricBody, requireThreshold, type Subject } from "./metric-body.ts";
import { toMetricConfig } from "./metric-config.ts";
import { listDescriptors } from "./signals.ts";

type Static<T> = T | undefined;

export class BaseMetric<Options extends object = object> implements Metric {
  /** Set by `metric` and `defineMetric`. */
  static config: Static<MetricConfig>;
  static body: Static<MetricBody>;
  static instruction: Static<string>;
  static examples: Static<readonly MetricExample[]>;
  /** Parses the fields before they are sent to the judge. */
  static inputModel: Static<z.ZodType>;
  /** The schema of the judge's answer, instead of a score with an explanation. */
  static outputModel: Static<z.ZodType>;
  static requiresEmbeddings = false;
  /** Lower is better: a score passes strictly below the threshold. */
  static inverseScoringMetric = false;
  /** Accepted for compatibility; sharing is automatic. */
  static sharesInternalCache = true;
  static isMultiMetric = false;
  static includeParentScore = true;
  static subMetricPrefix = true;

  readonly config: MetricConfig;
  /** The metric's own options, frozen. */
  readonly options: Readonly<Options>;
  /** The options every metric takes, frozen. */
  readonly common: Readonly<CommonOptions>;
  readonly mapping: FieldMapping;
  #instance: Instance;
  #inputItem: DatasetItem | null = null;

  constructor(options: Readonly<CommonOptionsInput & Record<string, unknown>> = {}) {
    const type = new.target as unknown as typeof BaseMetric;
    this.config = type.config ?? toMetricConfig({ name: type.name, description: type.name, requiredFields: [] });
    const read = readOptions(this.config.key, getMetricBody(type).options, options);
    this.options = read.own as Readonly<Options>;
    this.common = read.common;
    this.mapping = readMapping(this.config.key, read.common.fieldMapping);
    this.#instance = {
      instruction: read.common.instruction ?? type.instruction,
      examples: (read.common.examples as readonly MetricExample[] | undefined) ?? type.examples ?? [],
      requiredFields: read.common.requiredFields?.map(toCanonicalName),
      optionalFields: read.common.optionalFields?.map(toCanonicalName),
      metricCategory: read.common.metricCategory,
    };
    requireThreshold(this, this.threshold);
  }

  /** The class or factory that made this metric. */
  get type(): typeof BaseMetric {
    return this.constructor as typeof BaseMetric;
  }

  get key(): string {
    return this.config.key;
  }

  get name(): string {
    return this.common.name ?? this.common.metricName ?? this.config.name;
  }

  get description(): string {
    return this.common.description ?? this.common.metricDescription ?? this.config.description;
  }

  get threshold(): number | null {
    if (this.metricCategory === "analysis") return null;
    return this.common.threshold === undefined ? this.config.defaultThreshold : this.common.threshold;
  }

  get requiredFields(): readonly string[] {
    return this.#instance.requiredFields ?? this.config.requiredFields;
  }

  set requiredFields(fields: readonly string[]) {
    this.#instance = { ...this.#instance, requiredFields: fields.map(toCanonicalName) };
  }

  get optionalFields(): readonly string[] {
    return this.#instance.optionalFields ?? this.config.optionalFields;
  }

  set optionalFields(fields: readonly string[]) {
    this.#instance = { ...this.#instance, optionalFields: fields.map(toCanonicalName) };
  }

  get metricCategory(): MetricCategory {
    return this.#instance.metricCategory ?? this.config.metricCategory;
  }

  set metricCategory(category: MetricCategory) {
    this.#instance = { ...this.#instance, metricCategory: category };
  }

  get scoreRange(): ScoreRange | null {
    return getMetricBody(this.type).range?.(this.options) ?? this.config.scoreRange;
  }

  get instruction(): string | undefined {
    return this.#instance.instruction;
  }

  get examples(): readonly MetricExample[] {
    return this.#instance.examples;
  }

  /** The last item given to `execute`, with its mapped fields filled in. For inspection only; never use it for computation. */
  get inputItem(): DatasetItem | null {
    return this.#inputItem === null ? null : applyMapping(this.#inputItem, this.mapping);
  }

  /** Stores the item that `execute` was given. */
  keepInput(item: DatasetItem): DatasetItem {
    this.#inputItem = item;
    return item;
  }

  /** Measures one item. Missing fields and failures become results; configuration mistakes, invalid items and aborts reject. */
  async execute(
    item: DatasetItem | Readonly<Record<string, unknown>>,
    context: MetricContext = {},
  ): Promise<MetricEvaluationResult> {
    return await runMetric(this, this.keepInput(parseItem(item)), context);
  }

  /** Returns a field's value for this metric: from its mapping, the field itself, or additional input with that name. */
  getField(item: DatasetItem | Readonly<Record<string, unknown>>, name: string, instead: unknown = null): unknown {
    return readField(parseItem(item), toCanonicalName(name), this.mapping) ?? instead;
  }

  getMappedFields(item: DatasetItem | Readonly<Record<string, unknown>>): Record<string, unknown> {
    const names = [...this.requiredFields, ...this.optionalFields];
    return Object.fromEntries(names.map((name) => [name, this.getField(item, name)]));
  }

  /** Returns the item with only the fields that this metric uses, under canonical names. */
  getEvaluationFields(item: DatasetItem | Readonly<Record<string, unknown>>): DatasetItem {
    return selectEvaluationFields(this, parseItem(item));
  }

  setInstruction(text: string): void {
    this.#instance = { ...this.#instance, instruction: text };
  }

  setExamples(examples: readonly MetricExample[]): void {
    this.#instance = { ...this.#instance, examples: [...examples] };
  }

  addExamples(examples: readonly MetricExample[]): void {
    this.setExamples([...this.examples, ...examples]);
  }

  /**
   * Prints and returns the messages of every question without sending anything. They are what a model gets, except for
   * the random tag and nonce of each question.
   */
  async displayPrompt(item?: DatasetItem | Readonly<Record<string, unknown>>): Promise<readonly PromptMessage[]> {
    const messages = await previewPrompts(this, item === undefined ? undefined : parseItem(item));
    print(messages.map(({ role, content }) => `[${role}]\n${content}\n`).join("\n"));
    return messages;
  }

  /** The cost of other metrics within this execution; null if a price is unknown. */
  computeCostEstimate(subModels: readonly BaseMetric[]): number | null {
    return sumExecutionCosts(subModels);
  }

  /** Whether a result passes at this metric's threshold or the given one. */
  verdict(result: MetricEvaluationResult, threshold: number | null = this.threshold): MetricVerdict {
    return decidePass(this, result, threshold);
  }

  getSignals(result: unknown): readonly SignalDescriptor[] {
    return listDescriptors(this.type, result);
  }

  getSubMetrics(_result: MetricEvaluationResult): readonly SubMetricResult[] {
    return [];
  }
}

/** A metric class with any options. */
export type MetricClass = (new (...options: never[]) => BaseMetric) &
  Omit<typeof BaseMetric, "prototype"> & { readonly prototype: BaseMetric };

/** Decides whether a score passes: at or above its threshold, or strictly below it if lower is better. No tolerance. */
function decidePass(subject: Subject, result: MetricEvaluationResult, threshold: number | null): MetricVerdict {
  const body = getMetricBody(subject.type);
  if (threshold === null || subject.metricCategory === "analysis") return { threshold: null, passed: null };
  if (body.verdict !== undefined) return body.verdict(result, threshold, subject.options);
  if (result.score === null) return { threshold, passed: null };
  const inverse = body.lowerIsBetter?.(subject.options) ?? subject.type.inverseScoringMetric;
  return { threshold, passed: inverse ? result.score < threshold : result.score >= threshold };
}
