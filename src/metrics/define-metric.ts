/** A metric as a declaration: what it needs, its options, and one function. */
import { z } from "zod";
import { type ItemField, itemFields } from "../core/dataset-item.ts";
import type { MetricConfig, MetricVerdict, ScoreRange } from "../core/metric.ts";
import type { MetricCategory, MetricEvaluationResult } from "../core/score/metric-result.ts";
import type { Signal, SignalDescriptor } from "../core/score/signal.ts";
import { BaseMetric } from "./base-metric.ts";
import type { CommonOptionsInput } from "./common-options.ts";
import { type Given, type Need, type ReturnedMeasure, type World } from "./evidence.ts";
import type { Question } from "./judging/question.ts";
import type { MetricBody } from "./metric-body.ts";
import { toMetricConfig } from "./metric-config.ts";
import { listBodySignals } from "./signals.ts";

const noOptions = z.strictObject({});
type NoOptions = typeof noOptions;
type Options<Schema extends z.ZodObject> = Readonly<z.output<Schema>>;

export interface MetricDefinition<Needs extends Need, Uses extends Need, Schema extends z.ZodObject, Result> {
  /** The metric's key in the registry. */
  readonly id: string;
  /** The display name. */
  readonly title: string;
  readonly about: string;
  /** Required evidence; if some is missing, the result is not-applicable and no call is made. */
  readonly needs: readonly Needs[];
  /** Evidence that is used if available. */
  readonly uses?: readonly Uses[];
  readonly options?: Schema;
  /** Default 0.5; null means that nothing passes or fails. */
  readonly threshold?: number | null;
  /** Default 0 to 1. */
  readonly range?: ScoreRange | ((options: Options<Schema>) => ScoreRange);
  readonly category?: MetricCategory;
  readonly tags?: readonly string[];
  /** Default: the title without spaces. */
  readonly className?: string;
  /** Version of the computation and the questions; default "1". Scores of different versions are not comparable. */
  readonly version?: string;
  /** Whether a blank text counts as an answer. */
  readonly blankIsPresent?: boolean;
  /** If true, a score passes strictly below its threshold. */
  readonly lowerIsBetter?: (options: Options<Schema>) => boolean;
  /** `verdict` replaces the comparison of the score with the threshold. */
  /** Returns why the metric cannot work with a threshold; checked before anything is measured. */
  readonly thresholdProblem?: (threshold: number | null, options: Options<Schema>) => string | undefined;
  readonly verdict?: (result: MetricEvaluationResult, threshold: number, options: Options<Schema>) => MetricVerdict;
  /** All questions the metric may ask, so that people can read the prompts first. */
  readonly questions?: readonly Question<unknown>[];
  /** Returns a measure, or a number in the metric's range. Anything else fails the row. */
  measure(
    evidence: Given<Needs, Uses>,
    deps: World<Options<Schema>>,
  ): ReturnedMeasure<Result> | Promise<ReturnedMeasure<Result>>;
  /** Extracts the signals from the structured result. */
  readonly signals?: (result: Result) => readonly Signal[];
}

/** A metric without its own options accepts only the common ones. */
type OwnInput<Schema extends z.ZodObject> = keyof Schema["shape"] extends never ? object : z.input<Schema>;

/** The options argument is optional if no option is required. */
type MetricArguments<Schema extends z.ZodObject> =
  object extends OwnInput<Schema>
    ? [options?: OwnInput<Schema> & CommonOptionsInput]
    : [options: OwnInput<Schema> & CommonOptionsInput];

/** Creates metrics, with or without `new`. */
export interface MetricFactory<Schema extends z.ZodObject = z.ZodObject> extends Omit<
  typeof BaseMetric,
  "prototype" | "config"
> {
  (...options: MetricArguments<Schema>): BaseMetric<z.output<Schema>>;
  new (...options: MetricArguments<Schema>): BaseMetric<z.output<Schema>>;
  readonly config: MetricConfig;
  readonly prototype: BaseMetric<z.output<Schema>>;
  /** Extracts the signals from a structured result, like an instance does. */
  getSignals(result: unknown): readonly SignalDescriptor[];
}

/**
 * Defines a metric. `measure` sees what `needs` and `uses` name, nothing else.
 *
 * @example
 * ```ts
 * export const keywordShare = defineMetric({
 *   id: "keyword_share",
 *   title: "Keyword Share",
 *   about: "Share of the required keywords that occur in the answer.",
 *   needs: ["actualOutput"],
 *   options: z.strictObject({ keywords: z.array(z.string()).min(1) }),
 *   measure({ actualOutput }, { options }) {
 *     const found = options.keywords.filter((word) => actualOutput.includes(word));
 *     return { score: fromRaw(found.length / options.keywords.length), signals: [{ name: "found", value: found.length }] };
 *   },
 * });
 * ```
 */
export function defineMetric<
  const Needs extends Need,
  const Uses extends Need = never,
  Schema extends z.ZodObject = NoOptions,
  Result = unknown,
>(definition: MetricDefinition<Needs, Uses, Schema, Result>): MetricFactory<Schema> {
  class Defined extends BaseMetric {
    static override config = buildMetricConfig(definition);
    static override body = buildMetricBody(definition);
    static getSignals(result: unknown): readonly SignalDescriptor[] {
      return listBodySignals(Defined.body, result);
    }
  }
  // A function rather than a class, so that it can be called without `new`; subclasses still get their own prototype.
  function make(this: unknown, options?: CommonOptionsInput): object {
    return Reflect.construct(Defined, [options], new.target ?? make) as object;
  }
  Object.setPrototypeOf(make, Defined);
  Object.defineProperty(make, "name", { value: definition.className ?? toClassName(definition.title) });
  Object.defineProperty(make, "prototype", { value: Defined.prototype, writable: false });
  Object.defineProperty(Defined.prototype, "constructor", { value: make, writable: true, configurable: true });
  return make as unknown as MetricFactory<Schema>;
}

function buildMetricConfig(written: unknown): MetricConfig {
  const definition = written as MetricDefinition<Need, Need, z.ZodObject, unknown>;
  const isField = (name: Need): name is ItemField => (itemFields as readonly string[]).includes(name);
  const { id: key, title: name, about: description, category: metricCategory, tags } = definition;
  const asks: readonly string[] = [...definition.needs, ...(definition.uses ?? [])];
  const base = toMetricConfig({
    key,
    name,
    description,
    requiredFields: definition.needs.filter(isField),
    optionalFields: (definition.uses ?? []).filter(isField),
    metricCategory,
    tags,
    defaultThreshold: definition.threshold,
    scoreRange:
      typeof definition.range === "function"
        ? resolveDefaultRange(definition.range, definition.options)
        : definition.range,
  });
  const threshold = definition.threshold === undefined ? base.defaultThreshold : definition.threshold;
  return Object.freeze({
    ...base,
    defaultThreshold: threshold,
    version: definition.version ?? "1",
    judged: asks.includes("judge"),
    blankIsPresent: definition.blankIsPresent ?? false,
  });
}

/** The range with default options; unknown if some option has no default. */
function resolveDefaultRange(
  range: (options: Options<z.ZodObject>) => ScoreRange,
  options: z.ZodObject = z.strictObject({}),
): ScoreRange | null {
  const usual = options.safeParse({});
  return usual.success ? range(usual.data) : null;
}

function buildMetricBody(written: unknown): MetricBody {
  const definition = written as MetricDefinition<Need, Need, z.ZodObject, unknown>;
  const { range, signals, lowerIsBetter, thresholdProblem, verdict } = definition;
  return {
    options: definition.options ?? noOptions,
    needs: definition.needs,
    uses: definition.uses ?? [],
    questions: definition.questions ?? [],
    range: typeof range === "function" ? (options) => range(options as Options<z.ZodObject>) : undefined,
    lowerIsBetter: lowerIsBetter as MetricBody["lowerIsBetter"],
    thresholdProblem: thresholdProblem as MetricBody["thresholdProblem"],
    verdict: verdict as MetricBody["verdict"],
    signals,
    measure: (evidence, deps) => definition.measure(evidence as never, deps as World<never>),
  };
}

function toClassName(title: string): string {
  return title.replace(/[^A-Za-z0-9]+/g, "");
}
