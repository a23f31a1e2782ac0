/** A metric as its users see it: what it needs, and what it does with an item. */
import type { DatasetItem, ItemField } from "./dataset-item.ts";
import type { Entry } from "./entry.ts";
import type { Interaction } from "./interaction.ts";
import type { MetricCategory, MetricEvaluationResult, SubMetricResult } from "./score/metric-result.ts";
import type { Embedder, Model } from "./model.ts";
import type { Outcome } from "./outcome.ts";
import type { Scenario } from "./scenario.ts";
import type { SignalDescriptor } from "./score/signal.ts";

/** The lowest and highest score. */
export type ScoreRange = readonly [number, number];

/** What a registry knows about a metric without creating one. */
export interface MetricConfig {
  readonly key: string;
  readonly name: string;
  readonly description: string;
  readonly requiredFields: readonly ItemField[];
  readonly optionalFields: readonly ItemField[];
  readonly metricCategory: MetricCategory;
  /** Null: nothing passes or fails. */
  readonly defaultThreshold: number | null;
  readonly scoreRange: ScoreRange | null;
  readonly tags: readonly string[];
  /** Version of its arithmetic and questions. */
  readonly version: string;
  /** Whether it asks a model. */
  readonly judged: boolean;
  /** Whether a blank text counts as an answer. */
  readonly blankIsPresent: boolean;
}

/** What an item made from a run provides besides its fields. */
export interface RunEvidence {
  readonly scenario: Scenario;
  readonly outcome: Outcome;
  readonly transcript: readonly Entry[];
  readonly interactions: readonly Interaction[];
  /** The folder of the frozen workspace. */
  readonly workspace: string;
}

/** HTTP requests of metrics that use the network. Injectable, so that tests need no network. */
export interface HttpAccess {
  readonly fetch: (url: string, init: RequestInit & { readonly address?: string }) => Promise<Response>;
  readonly lookup: (host: string) => Promise<readonly { readonly address: string; readonly family: number }[]>;
  readonly timeoutMs: number;
}

/** Called around every question to a judge. If a callback throws, nothing changes; it is noted in the metadata. */
export interface MetricCallbacks {
  readonly onGenerationStart?: (about: string) => unknown;
  readonly onGenerationEnd?: (about: string) => unknown;
  readonly onGenerationError?: (error: Error) => unknown;
}

/** Work that the metrics of one item share: computed once per key, failures included. */
export interface SharedAnalyses {
  share<T>(key: string, compute: () => Promise<T>): { readonly value: Promise<T>; readonly shared: boolean };
}

/** What `execute` may receive besides the item. */
export interface MetricContext {
  readonly callbacks?: MetricCallbacks;
  /** One per item, shared by all its metrics. */
  readonly cache?: SharedAnalyses;
  readonly abort?: AbortSignal;
  /** Used if the metric names no model. */
  readonly judge?: Model;
  readonly embedder?: Embedder;
  readonly http?: Partial<HttpAccess>;
  readonly run?: Partial<RunEvidence>;
  /** Replaces the metric's own threshold. */
  readonly threshold?: number | null;
}

/** Whether a result passes, and the threshold the row shows for it. */
export interface MetricVerdict {
  readonly threshold: number | null;
  readonly passed: boolean | null;
}

export interface Metric {
  readonly config: MetricConfig;
  readonly key: string;
  readonly name: string;
  readonly description: string;
  readonly threshold: number | null;
  readonly requiredFields: readonly string[];
  readonly optionalFields: readonly string[];
  readonly metricCategory: MetricCategory;
  readonly scoreRange: ScoreRange | null;
  /** Its own options, frozen. */
  readonly options: object;
  execute(
    item: DatasetItem | Readonly<Record<string, unknown>>,
    context?: MetricContext,
  ): Promise<MetricEvaluationResult>;
  verdict(result: MetricEvaluationResult, threshold?: number | null): MetricVerdict;
  getSignals(result: unknown): readonly SignalDescriptor[];
  getSubMetrics(result: MetricEvaluationResult): readonly SubMetricResult[];
}

/** A class or factory of metrics; options are validated on creation. */
export interface MetricType {
  new (...options: never[]): Metric;
  readonly name: string;
  readonly config?: MetricConfig | undefined;
}

/** A metric class that carries its config. */
export type RegisteredMetric = MetricType & { readonly config: MetricConfig };
