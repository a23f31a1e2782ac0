/** What a metric can use: the item's fields, evidence of a run, and services. */
import type { DatasetItem, ItemField } from "../core/dataset-item.ts";
import type { HttpAccess, RunEvidence } from "../core/metric.ts";
import type { Embedder, Model } from "../core/model.ts";
import type { ShareScore } from "../core/score.ts";
import type { Signal } from "../core/score/signal.ts";
import type { Analyses } from "./judging/analyses.ts";

/** Services that answer a metric's questions. */
export interface Services {
  readonly judge: Model;
  readonly embedder: Embedder;
}

type Fields = { readonly [Field in ItemField]-?: NonNullable<DatasetItem[Field]> };
type Available = Fields & RunEvidence & Services;

/** Everything that `needs` and `uses` may list. */
export type Need = keyof Available;

/** The first argument of `measure`: everything it needs, and whatever is available of what it uses. */
export type Given<Needs extends Need, Uses extends Need> = {
  readonly [Name in Needs]: Available[Name];
} & { readonly [Name in Uses]?: Available[Name] };

/** The second argument of `measure`: options and services besides the evidence. */
export interface World<Options> {
  readonly options: Readonly<Options>;
  readonly threshold: number | null;
  /** Asks the judge; each question is asked once per item. */
  readonly analyses: Analyses;
  readonly http: Partial<HttpAccess>;
  readonly abort: AbortSignal;
}

/** The outcome of `measure`. */
export interface Measure<Result = unknown> {
  /** Null only for metrics that analyse or classify. */
  readonly score: ShareScore | null;
  /** If missing, a sentence is built from the score. */
  readonly explanation?: string | undefined;
  /** The structured result; the definition's `signals` function reads it. */
  readonly result?: Result;
  /** Signals of a metric without a structured result. */
  readonly signals?: readonly Signal[];
  readonly metadata?: Readonly<Record<string, unknown>>;
}

/** What the code of a metric may return: a measure, or a number in the metric's range in its place. */
export type ReturnedMeasure<Result = unknown> =
  | number
  | (Omit<Measure<Result>, "score"> & { readonly score: ShareScore | number | null });

const runEvidence: ReadonlySet<string> = new Set<keyof RunEvidence>([
  "scenario",
  "outcome",
  "transcript",
  "interactions",
  "workspace",
]);

export function isRunEvidence(name: string): name is keyof RunEvidence {
  return runEvidence.has(name);
}

export function isService(name: string): name is keyof Services {
  return name === "judge" || name === "embedder";
}
