/** Whether an agent takes longer, uses more tokens or costs more than before, as ratios over shared scenarios. */
import type { Baseline, BaselineTrial } from "../../core/report/baseline.ts";
import type { ResourceVerdict } from "../../core/report/verdict.ts";
import { mean } from "../../statistics/mean.ts";
import { geometricMeanRatio } from "../../statistics/one-group/resources.ts";
import type { Comparable } from "../comparable.ts";
import type { AgentView } from "./dimension-verdicts.ts";
import { collectSides } from "./sides.ts";

const readings = ["durationMs", "tokens", "costUsd"] as const;
/** An increase of ten percent counts as a change. */
const margin = 1.1;

/** One per reading that is known on both sides of at least one scenario. */
export function resourceVerdicts(baseline: Baseline, current: Comparable, view: AgentView): ResourceVerdict[] {
  return readings.flatMap((reading) => {
    const { agentName, allows, rules } = view;
    const value = (trial: BaselineTrial) => positiveOrNull(trial[reading]);
    const { rows } = collectSides(baseline, current, { agentName, allows, value });
    if (rows.length === 0) return [];
    const of = (side: "a" | "b") => rows.map((row) => mean(row[side]) ?? 1);
    const { estimate, lower, upper } = geometricMeanRatio(of("a"), of("b"), { confidence: 1 - rules.alpha });
    return [{ reading, verdict: decideByBounds(lower, upper), scenarios: rows.length, ratio: estimate, lower, upper, margin }];
  });
}

/** Unknown values and zero count as missing: no ratio can be formed with them. */
function positiveOrNull(value: number | null | undefined): number | null {
  return value === null || value === undefined || value <= 0 ? null : value;
}

function decideByBounds(lower: number | null, upper: number | null): ResourceVerdict["verdict"] {
  if (lower === null || upper === null) return "not-enough-data";
  if (upper < margin) return "no-change";
  return lower > 1 ? "regressed" : "not-enough-data";
}
