/** What a metric may look at: the item's fields, what a run adds, and the services it asks. */
import type { DatasetItem, ItemField } from "../core/dataset-item.ts";
import type { HttpAccess, RunEvidence } from "../core/metric.ts";
import type { Embedder, Model } from "../core/model.ts";
import type { ShareScore } from "../core/score.ts";
import type { Signal } from "../core/score/signal.ts";
import type { Analyses } from "./judging/analyses.ts";

/** What answers a metric's questions. */
export interface Services {
  readonly judge: Model;
  readonly embedder: Embedder;
}

type Fields = { readonly [Field in ItemField]-?: NonNullable<DatasetItem[Field]> };
type Available = Fields & RunEvidence & Services;

/** Everything a metric may name under `needs` and `uses`. */
export type Need = keyof Available;

/** What `measure` is handed: all it needs, and of what it uses whatever is there. */
export type Given<Needs extends Need, Uses extends Need> = {
  readonly [Name in Needs]: Available[Name];
} & { readonly [Name in Uses]?: Available[Name] };

/** What `measure` works with besides the evidence. */
export interface World<Options> {
  readonly options: Readonly<Options>;
  readonly threshold: number | null;
  /** Asks the judge, once per question and item. */
  readonly analyses: Analyses;
  readonly http: Partial<HttpAccess>;
  readonly abort: AbortSignal;
}

/** What a metric found. */
export interface Measure<Result = unknown> {
  /** Null only for metrics that analyse or classify. */
  readonly score: ShareScore | null;
  /** A sentence is built from the numbers where there is none. */
  readonly explanation?: string | undefined;
  /** The structured result; the definition's `signals` read it. */
  readonly result?: Result;
  /** Readings, for a metric without a structured result. */
  readonly signals?: readonly Signal[];
  readonly metadata?: Readonly<Record<string, unknown>>;
}

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
