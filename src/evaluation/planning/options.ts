/** What `evaluate` may be told. */
import type { DatasetItem } from "../../core/dataset-item.ts";
import type { HttpAccess } from "../../core/metric.ts";
import type { Embedder, Model } from "../../core/model.ts";
import type { ReadOptions } from "../../datasets/read-options.ts";
import type { Seed } from "../../statistics/random.ts";
import type { Budget } from "../budget.ts";
import type { OnEvaluationEvent } from "../events.ts";
import type { Gate } from "../summary/gate.ts";

/** Fills in what is to be measured, such as `actualOutput`: the fields it returns are put into the item. */
export type ItemTask = (
  item: DatasetItem,
  abort: AbortSignal,
) => Promise<Readonly<Record<string, unknown>>> | Readonly<Record<string, unknown>>;

export interface EvaluateOptions {
  readonly evaluationName?: string;
  readonly evaluationDescription?: string;
  readonly evaluationMetadata?: Readonly<Record<string, unknown>>;
  readonly runId?: string;
  readonly task?: ItemTask;
  /** Keys of what the task returns, renamed: from its name to the field. */
  readonly scoringKeyMapping?: Readonly<Record<string, string>>;
  /** Pairs of item and metric under way at once; default 5. */
  readonly concurrency?: number;
  /** Another name of `concurrency`. */
  readonly maxConcurrent?: number;
  /** Seconds after each call of the task; default 0. */
  readonly throttleDelay?: number;
  /** By metric: key or name. */
  readonly thresholds?: Readonly<Record<string, number | null>>;
  readonly gates?: Readonly<Record<string, Gate>>;
  readonly budget?: Budget;
  /** How often judged metrics measure each item; default 1. The row keeps the mean. */
  readonly samples?: number;
  /** Results file: one JSON line per row. */
  readonly out?: string;
  /** Go on with a results file that is there (default), or begin it anew. */
  readonly resume?: boolean;
  /** When going on: measure failed rows again. */
  readonly retryFailed?: boolean;
  /** Keep rows in the result: always, never, or up to 10,000 items (`auto`). */
  readonly collect?: boolean | "auto";
  /** Fields by whose values the summary is repeated; default `userTags`. */
  readonly slices?: readonly string[];
  /** How a dataset file is read. */
  readonly read?: ReadOptions;
  readonly judge?: Model;
  readonly embedder?: Embedder;
  readonly http?: Partial<HttpAccess>;
  readonly abort?: AbortSignal;
  readonly onEvent?: OnEvaluationEvent;
  /** Of what is drawn by chance; default 1. */
  readonly seed?: Seed;
  readonly now?: () => Date;
}

/** All of them: what is not among these is a slip of the pen. */
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
