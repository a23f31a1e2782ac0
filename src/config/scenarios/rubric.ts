/** Distributes the weight of a rubric: weights as written, and the rest equally over checks without one. */
import type { Check, CheckInput } from "../../core/scenario/check.ts";

/** How far weights that should sum to 1 may be off. */
const tolerance = 0.01;
const roundingError = 1e-9;

export interface Distribution {
  readonly checks: Check[];
  readonly problem?: { readonly message: string; readonly suggestion: string };
  readonly warning?: string;
}

/** One sentence is one check of weight 1. */
export function toWeightedChecks(rubric: string | readonly CheckInput[]): Distribution {
  return typeof rubric === "string" ? { checks: [{ check: rubric, weight: 1 }] } : distributeWeights(rubric);
}

/** Gives every check its share, or says why that is not possible. */
export function distributeWeights(inputs: readonly CheckInput[]): Distribution {
  const sum = inputs.reduce((total, { weight = 0 }) => total + weight, 0);
  const open = inputs.filter(({ weight }) => weight === undefined).length;
  const problem = distributionProblem(sum, open);
  const rest = open === 0 ? 0 : (1 - sum) / open;
  const checks = inputs.map(({ check, weight, verify }): Check => {
    const share = { check, weight: weight ?? rest };
    return verify === undefined ? share : { ...share, verify };
  });
  if (problem !== undefined) return { checks, problem };
  if (open > 0 || Math.abs(sum - 1) <= tolerance + roundingError) return { checks };
  return { checks, warning: `The weights sum to ${sum.toFixed(3)}, not to 1; they count in proportion.` };
}

function distributionProblem(sum: number, open: number): Distribution["problem"] {
  if (open === 0 && sum === 0)
    return { message: "All weights are 0.", suggestion: "Give at least one check a weight." };
  if (open > 0 && sum >= 1 - roundingError) {
    const message = `The given weights sum to ${sum.toFixed(3)}, which leaves nothing for ${formatCheckCount(open)} without a weight.`;
    return { message, suggestion: "Lower the given weights, or give every check one." };
  }
  return undefined;
}

function formatCheckCount(checks: number): string {
  return checks === 1 ? "the one check" : `the ${checks} checks`;
}
