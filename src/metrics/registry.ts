/** The registry of metrics: the built-in ones in their order, then others in order of registration. */
import type { DatasetItem } from "../core/dataset-item.ts";
import { parseItem } from "../core/item/parse-item.ts";
import type { Metric, MetricConfig, MetricType, RegisteredMetric } from "../core/metric.ts";
import { findNearestName } from "../core/names/nearest.ts";
import type { MetricCategory } from "../core/score/metric-result.ts";
import { AnswerCompleteness } from "./composite/answer-completeness.ts";
import { AnswerConciseness } from "./composite/answer-conciseness.ts";
import { AnswerCriteria } from "./composite/answer-criteria.ts";
import { AnswerRelevancy } from "./composite/answer-relevancy.ts";
import { CitationRelevancy } from "./composite/citation-relevancy.ts";
import { ContextualPrecision } from "./composite/contextual/contextual-precision.ts";
import { ContextualRanking } from "./composite/contextual/contextual-ranking.ts";
import { ContextualRecall } from "./composite/contextual/contextual-recall.ts";
import { ContextualRelevancy } from "./composite/contextual/contextual-relevancy.ts";
import { ContextualSufficiency } from "./composite/contextual/contextual-sufficiency.ts";
import { ContextualUtilization } from "./composite/contextual/contextual-utilization.ts";
import { FactualAccuracy } from "./composite/factual-accuracy.ts";
import { Faithfulness } from "./composite/faithfulness.ts";
import { PIILeakage } from "./composite/pii-leakage.ts";
import { ToneStyleConsistency } from "./composite/tone-style-consistency.ts";
import { ConversationEfficiency } from "./conversational/conversation-efficiency.ts";
import { ConversationFlow } from "./conversational/conversation-flow.ts";
import { GoalCompletion } from "./conversational/goal-completion.ts";
import { PersonaToneAdherence } from "./conversational/persona-tone-adherence.ts";
import { print, terminalWidth } from "./display/print.ts";
import { renderMetricSummaries, renderMetricTable } from "./display/registry-text.ts";
import { MetricRegistryError } from "./errors.ts";
import { isPresent } from "./fields/presence.ts";
import { CitationPresence } from "./heuristic/citation-presence.ts";
import { ContainsMatch } from "./heuristic/contains-match.ts";
import { ExactStringMatch } from "./heuristic/exact-string-match.ts";
import { Latency } from "./heuristic/latency.ts";
import { LengthConstraint } from "./heuristic/length-constraint.ts";
import { LevenshteinRatio } from "./heuristic/levenshtein-ratio.ts";
import { PIILeakageHeuristic } from "./heuristic/pii-leakage-heuristic.ts";
import { SentenceBLEU } from "./heuristic/sentence-bleu.ts";
import { HitRateAtK } from "./retrieval/hit-rate-at-k.ts";
import { MeanReciprocalRank } from "./retrieval/mean-reciprocal-rank.ts";
import { NDCGAtK } from "./retrieval/ndcg-at-k.ts";
import { PrecisionAtK } from "./retrieval/precision-at-k.ts";
import { RecallAtK } from "./retrieval/recall-at-k.ts";
import { ToolCorrectness } from "./tool/tool-correctness.ts";

/** The built-in metrics in their order, one line each. */
export const builtInMetrics: readonly RegisteredMetric[] = [
  Faithfulness,
  AnswerRelevancy,
  FactualAccuracy,
  AnswerCompleteness,
  AnswerCriteria,
  AnswerConciseness,
  ToneStyleConsistency,
  CitationRelevancy,
  ContextualRelevancy,
  ContextualRanking,
  ContextualPrecision,
  ContextualRecall,
  ContextualSufficiency,
  ContextualUtilization,
  PIILeakage,
  ExactStringMatch,
  ContainsMatch,
  LevenshteinRatio,
  SentenceBLEU,
  Latency,
  LengthConstraint,
  CitationPresence,
  PIILeakageHeuristic,
  HitRateAtK,
  MeanReciprocalRank,
  NDCGAtK,
  PrecisionAtK,
  RecallAtK,
  ToolCorrectness,
  GoalCompletion,
  ConversationFlow,
  ConversationEfficiency,
  PersonaToneAdherence,
];

export interface MetricFilter {
  readonly category?: MetricCategory;
  /** The metric must have all of these tags. */
  readonly tags?: readonly string[];
  readonly judged?: boolean;
}

/** Further names that are neither a key, a title nor a class name. */
const aliases: Readonly<Record<string, string>> = { "pii_leakage_(heuristic)": "pii_leakage_heuristic" };

export class MetricRegistry implements Iterable<RegisteredMetric> {
  readonly #metrics = new Map<string, RegisteredMetric>();
  readonly #warn: (warning: string) => void;

  constructor(warn: (warning: string) => void = (warning) => process.emitWarning(warning)) {
    this.#warn = warn;
    this.reset();
  }

  /** Registers a metric. A different class with the same key replaces the earlier one, with a warning. */
  register(type: MetricType): void {
    const registered = requireConfig(type);
    const { key } = registered.config;
    const before = this.#metrics.get(key);
    if (before !== undefined && before !== registered)
      this.#warn(`the metric "${key}" was replaced by another metric with the same key`);
    this.#metrics.set(key, registered);
  }

  /** Finds a metric by key, display name or class name, ignoring case. */
  get(key: string): RegisteredMetric;
  get(key: string, error: true): RegisteredMetric;
  get(key: string, error: boolean): RegisteredMetric | null;
  get(key: string, error = true): RegisteredMetric | null {
    const found = this.#lookUp(key);
    if (found !== undefined || !error) return found ?? null;
    const near = findNearestName(key.toLowerCase(), this.keys());
    throw new MetricRegistryError("metric-unknown", `Unknown metric "${key}"`, {
      hint: `${near === undefined ? "" : `Did you mean "${near}"? `}Metrics: ${this.keys().join(", ")}`,
    });
  }

  /** Finds metrics by a text in their name, description or tags. */
  find(query: string): RegisteredMetric[] {
    const text = query.toLowerCase();
    return this.listMetrics().filter(({ config: { name, description, tags } }) =>
      [name, description, ...tags].some((words) => words.toLowerCase().includes(text)),
    );
  }

  /** Finds metrics whose required fields an item has. */
  getCompatibleMetrics(item: DatasetItem | Readonly<Record<string, unknown>>): RegisteredMetric[] {
    const parsed = parseItem(item);
    return this.listMetrics().filter(({ config: { requiredFields, blankIsPresent } }) =>
      requiredFields.every((field) => isPresent(parsed[field], blankIsPresent)),
    );
  }

  getMetricDescriptions(): Record<string, string> {
    return Object.fromEntries(this.listMetrics().map(({ config: { key, description } }) => [key, description]));
  }

  /** Prints and returns a summary of every metric. */
  display(showExamples = false): string {
    const text = renderMetricSummaries(this.#configs(), showExamples);
    print(text);
    return text;
  }

  /** Prints and returns a table of every metric, sorted by key. */
  displayTable(width = terminalWidth()): string {
    const text = renderMetricTable(this.#configs(), width);
    print(text);
    return text;
  }

  listMetrics(): RegisteredMetric[] {
    return [...this.#metrics.values()];
  }

  filter({ category, tags = [], judged }: MetricFilter): RegisteredMetric[] {
    return this.listMetrics().filter(
      ({ config }) =>
        (category === undefined || config.metricCategory === category) &&
        (judged === undefined || config.judged === judged) &&
        tags.every((tag) => config.tags.includes(tag)),
    );
  }

  /** Creates a metric by name, with options as written in a file. */
  create(key: string, options: Readonly<Record<string, unknown>> = {}): Metric {
    return Reflect.construct(this.get(key), [options]) as Metric;
  }

  keys(): string[] {
    return [...this.#metrics.keys()];
  }

  get size(): number {
    return this.#metrics.size;
  }

  [Symbol.iterator](): Iterator<RegisteredMetric> {
    return this.listMetrics()[Symbol.iterator]();
  }

  /** Removes all metrics except the built-in ones. */
  reset(): void {
    this.#metrics.clear();
    for (const type of builtInMetrics) this.#metrics.set(type.config.key, type);
  }

  #configs(): MetricConfig[] {
    return this.listMetrics().map(({ config }) => config);
  }

  #lookUp(written: string): RegisteredMetric | undefined {
    const name = written.trim().toLowerCase();
    const key = aliases[name] ?? name;
    return (
      this.#metrics.get(key) ??
      this.listMetrics().find(({ config }) => config.key.toLowerCase() === key || config.name.toLowerCase() === key) ??
      this.listMetrics().find((type) => type.name.toLowerCase() === key)
    );
  }
}

function requireConfig(type: MetricType): RegisteredMetric {
  const config = typeof type === "function" ? type.config : undefined;
  if (config === undefined || config.key === "" || config.name === "")
    throw new MetricRegistryError("metric-invalid", `${describeType(type)} needs a key and a name`, {
      hint: "Define it with defineMetric, or put @metric({ name, description, requiredFields }) on its class",
    });
  return type as RegisteredMetric;
}

function describeType(type: unknown): string {
  return typeof type === "function" ? type.name : String(type);
}

/** The registry of this process. */
export const metricRegistry = new MetricRegistry();
