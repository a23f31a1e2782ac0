/** Turns the declaration of a metric class into its configuration, with defaults for what is missing. */
import { type ItemField, itemField } from "../core/dataset-item.ts";
import { AxisError } from "../core/error.ts";
import type { MetricConfig, ScoreRange } from "../core/metric.ts";
import { MetricCategory } from "../core/score/metric-result.ts";

/** The argument of `@metric`. Field names may have either spelling. */
export interface MetricDeclaration {
  readonly name: string;
  readonly description: string;
  readonly requiredFields: readonly string[];
  readonly optionalFields?: readonly string[] | undefined;
  /** Default: derived from the name. */
  readonly key?: string | undefined;
  readonly metricCategory?: MetricCategory | undefined;
  readonly defaultThreshold?: number | null | undefined;
  readonly scoreRange?: ScoreRange | null | undefined;
  readonly tags?: readonly string[] | undefined;
}

const share: ScoreRange = [0, 1];

/** "PII Leakage (Heuristic)" → `pii_leakage_heuristic`. */
function toMetricKey(name: string): string {
  return name
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, "_")
    .replace(/^_+|_+$/g, "");
}

/** Completes a declaration. Scores default to a threshold of 0.5 and a range of 0 to 1. */
export function toMetricConfig(declaration: MetricDeclaration): MetricConfig {
  const key = declaration.key ?? toMetricKey(declaration.name);
  if (key === "") throw new AxisError("metric-invalid", `"${declaration.name}" cannot be turned into a key: set key`);
  const metricCategory = declaration.metricCategory ?? MetricCategory.SCORE;
  const scores = metricCategory === MetricCategory.SCORE;
  const analysis = metricCategory === MetricCategory.ANALYSIS;
  return Object.freeze({
    key,
    name: declaration.name,
    description: declaration.description,
    requiredFields: toFieldNames(declaration.requiredFields),
    optionalFields: toFieldNames(declaration.optionalFields ?? []),
    metricCategory,
    defaultThreshold: analysis ? null : (declaration.defaultThreshold ?? (scores ? 0.5 : null)),
    scoreRange: analysis ? null : (declaration.scoreRange ?? share),
    tags: Object.freeze([...(declaration.tags ?? [])]),
    version: "1",
    judged: true,
    blankIsPresent: false,
  });
}

function toFieldNames(written: readonly string[]): readonly ItemField[] {
  // A name that is not a field is looked up in the additional input.
  return Object.freeze(written.map((name) => itemField(name) ?? (name as ItemField)));
}
