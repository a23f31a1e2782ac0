/** The signals of one checked aspect. */
import type { Signal } from "../../core/score/signal.ts";
import { type AspectResult, computeCoverage } from "./rubric.ts";

export function toAspectSignals(result: AspectResult, group: string, headlineDisplay: boolean): Signal[] {
  return [
    { name: "is_covered", value: result.covered, group, headlineDisplay },
    { name: "concept_coverage", value: computeCoverage([result]).concepts, group },
    { name: "aspect", value: result.aspect, group },
    { name: "concepts_covered", value: result.conceptsCovered, group },
    { name: "concepts_missing", value: result.conceptsMissing, group },
    { name: "reason", value: result.reason, group },
  ];
}
