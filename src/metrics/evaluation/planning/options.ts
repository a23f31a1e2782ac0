/** The options of `evaluate`. */
import type { DatasetItem } from "../../../core/dataset-item.ts";
import type { HttpAccess } from "../../../core/metric.ts";
import type { Embedder, Model } from "../../../core/model.ts";
import type { ReadOptions } from "../../datasets/read-options.ts";
import type { Seed } from "../../../statistics/random.ts";
import type { Budget } from "../budget.ts";
import type { OnEvaluationEvent } from "../events.ts";
import type { MetricGate } from "../summary/check-gates.ts";

/** Produces the output to measure, such as `actualOutput`: the fields it returns are merged into the item. */
type ItemTask = (
  item: DatasetItem,
  abort: AbortSignal,
) => Promise<Readonly<Record<string, unknown>>> | Readonly<Record<string, unknown>>;

export interface EvaluateOptions {
  readonly evaluationName?: string;
  readonly evaluationDescription?: string;
  readonly evaluationMetadata?: Readonly<Record<string, unknown>>;
  readonly runId?: string;
  readonly task?: ItemTask;
  /** For fields of the item, the key of the task's result that has their value: `{ actual_output: "reply" }`. */
  readonly scoringKeyMapping?: Readonly<Record<string, string>>;
  /** Maximum number of item-metric pairs measured at once; default 5. */
  readonly concurrency?: number;
  /** Alias of `concurrency`. */
  readonly maxConcurrent?: number;
  /** Seconds to wait after each call of the task; default 0. */
  readonly throttleDelay?: number;
  /** Thresholds by metric key or name. */
  readonly thresholds?: Readonly<Record<string, number | null>>;
  readonly gates?: Readonly<Record<string, MetricGate>>;
  readonly budget?: Budget;
  /** How many times judged metrics measure each item; default 1. The row has the mean. */
  readonly samples?: number;
  /** Path of the results file, with one JSON line per row. */
  readonly out?: string;
  /** Resume an existing results file (default), or start it over. */
  readonly resume?: boolean;
  /** When resuming, measure failed rows again. */
  readonly retryFailed?: boolean;
  /** Keep rows in the result: always, never, or up to 10,000 items (`auto`). */
  readonly collect?: boolean | "auto";
  /** Fields to slice by: the summary is repeated for each of their values; default `userTags`. */
  readonly slices?: readonly string[];
  /** Options for reading a dataset file. */
  readonly read?: ReadOptions;
  readonly judge?: Model;
  readonly embedder?: Embedder;
  readonly http?: Partial<HttpAccess>;
  readonly abort?: AbortSignal;
  readonly onEvent?: OnEvaluationEvent;
  /** Seed of all random choices; default 1. */
  readonly seed?: Seed;
  readonly now?: () => Date;
}

/** All option names; any other name is a typo. */
export const evaluateOptionNames = Object.keys({
  evaluationName: true,
  evaluationDescription: true,
  evaluationMetadata: true,
  runId: true,
  task: true,
  scoringKeyMapping: true,
  concurrency: true,
  maxConcurrent: true,
  throttleDelay: true,
  thresholds: true,
  gates: true,
  budget: true,
  samples: true,
  out: true,
  resume: true,
  retryFailed: true,
  collect: true,
  slices: true,
  read: true,
  judge: true,
  embedder: true,
  http: true,
  abort: true,
  onEvent: true,
  seed: true,
  now: true,
} satisfies Record<keyof EvaluateOptions, true>);
