/** The metrics one can name: the built-in ones in their order, then others as they come. */
import type { DatasetItem } from "../core/dataset-item.ts";
import type { Metric, MetricConfig, MetricType, RegisteredMetric } from "../core/metric.ts";
import type { MetricCategory } from "../core/score/metric-result.ts";
import { nearest } from "../core/names/nearest.ts";
import { parseItem } from "../core/item/parse-item.ts";
import { builtInMetrics } from "./catalog.ts";
import { metricSummary, metricTable } from "./display/registry-text.ts";
import { MetricRegistryError } from "./errors.ts";
import { isPresent } from "./fields/presence.ts";
import { print, terminalWidth } from "./display/print.ts";

export interface MetricFilter {
  readonly category?: MetricCategory;
  /** All of them. */
  readonly tags?: readonly string[];
  readonly judged?: boolean;
}

/** Names that are neither key, title nor class. */
const aliases: Readonly<Record<string, string>> = { "pii_leakage_(heuristic)": "pii_leakage_heuristic" };

export class MetricRegistry implements Iterable<RegisteredMetric> {
  readonly #metrics = new Map<string, RegisteredMetric>();
  readonly #warn: (warning: string) => void;

  constructor(warn: (warning: string) => void = (warning) => process.emitWarning(warning)) {
    this.#warn = warn;
    this.reset();
  }

  /** Adds a metric. The same key with another class replaces it, with a warning. */
  register(type: MetricType): void {
    const registered = checked(type);
    const { key } = registered.config;
    const before = this.#metrics.get(key);
    if (before !== undefined && before !== registered)
      this.#warn(`the metric "${key}" is replaced by another of that key`);
    this.#metrics.set(key, registered);
  }

  /** A metric by key, display name or class name, ignoring case. */
  get(key: string): RegisteredMetric;
  get(key: string, error: true): RegisteredMetric;
  get(key: string, error: boolean): RegisteredMetric | null;
  get(key: string, error = true): RegisteredMetric | null {
    const found = this.#lookUp(key);
    if (found !== undefined || !error) return found ?? null;
    const near = nearest(key.toLowerCase(), this.keys());
    throw new MetricRegistryError("metric-unknown", `There is no metric "${key}"`, {
      hint: `${near === undefined ? "" : `Did you mean "${near}"? `}Metrics: ${this.keys().join(", ")}`,
    });
  }

  /** Metrics with a text in their name, description or tags. */
  find(query: string): RegisteredMetric[] {
    const text = query.toLowerCase();
    return this.listMetrics().filter(({ config: { name, description, tags } }) =>
      [name, description, ...tags].some((words) => words.toLowerCase().includes(text)),
    );
  }

  /** Metrics whose required fields an item has. */
  getCompatibleMetrics(item: DatasetItem | Readonly<Record<string, unknown>>): RegisteredMetric[] {
    const parsed = parseItem(item);
    return this.listMetrics().filter(({ config: { requiredFields, blankIsPresent } }) =>
      requiredFields.every((field) => isPresent(parsed[field], blankIsPresent)),
    );
  }

  getMetricDescriptions(): Record<string, string> {
    return Object.fromEntries(this.listMetrics().map(({ config: { key, description } }) => [key, description]));
  }

  /** Writes and returns a summary of every metric. */
  display(showExamples = false): string {
    const text = metricSummary(this.#configs(), showExamples);
    print(text);
    return text;
  }

  /** Writes and returns a table of every metric, sorted by key. */
  displayTable(width = terminalWidth()): string {
    const text = metricTable(this.#configs(), width);
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

  /** Makes a metric by name, with options as they stand in a file. */
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

  /** Back to the built-in metrics. */
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

function checked(type: MetricType): RegisteredMetric {
  const config = typeof type === "function" ? type.config : undefined;
  if (config === undefined || config.key === "" || config.name === "")
    throw new MetricRegistryError("metric-invalid", `${nameOf(type)} says no key and name`, {
      hint: "Define it with defineMetric, or put @metric({ name, description, requiredFields }) on its class",
    });
  return type as RegisteredMetric;
}

function nameOf(type: unknown): string {
  return typeof type === "function" ? type.name : String(type);
}

/** The registry of this process. */
export const metricRegistry = new MetricRegistry();
