/** The difference a comparison could detect, and how much data it would need to detect less. */
import { requireCount, requireOpenProbability, requireNotNegative, requirePositive } from "../arguments.ts";
import { normalQuantile } from "../normal.ts";

/** The noise of a difference: between scenarios (0 in suite scope) and between trials on either side. */
export interface Noise {
  readonly between: number;
  readonly withinA: number;
  readonly withinB: number;
  readonly alpha?: number | undefined;
  readonly power?: number | undefined;
}

/** The number of scenarios, and of trials per scenario on both sides. */
export interface Design {
  readonly scenarios: number;
  readonly trialsA: number;
  readonly trialsB: number;
}

/** The smallest difference that such a comparison detects with this power; null without scenarios or trials. */
export function minimumDetectableEffect(plan: Design & Noise): number | null {
  const name = "minimumDetectableEffect";
  const reach = computeReach(plan, name);
  requireCount(plan.scenarios, `${name}: scenarios`);
  const variance = computeScenarioVariance(plan, name);
  return variance === null || plan.scenarios === 0 ? null : reach * Math.sqrt(variance / plan.scenarios);
}

/** The number of scenarios (at least two) needed to detect this effect; null if no number suffices. */
export function scenariosNeeded(plan: { readonly effect: number } & Omit<Design, "scenarios"> & Noise): number | null {
  const name = "scenariosNeeded";
  requirePositive(plan.effect, `${name}: effect`);
  const reach = Math.max(0, computeReach(plan, name));
  const variance = computeScenarioVariance(plan, name);
  if (variance === null) return null;
  const needed = Math.ceil(((reach * Math.sqrt(variance)) / plan.effect) ** 2);
  return Number.isFinite(needed) ? Math.max(2, needed) : null;
}

/** The input of trialsNeeded; with `trialsA` the baseline's trials stay fixed. */
export interface TrialsPlan extends Noise {
  readonly effect: number;
  readonly scenarios: number;
  readonly trialsA?: number | undefined;
}

/** The number of trials per scenario needed to detect this effect; null if no number suffices. */
export function trialsNeeded(plan: TrialsPlan): number | null {
  const name = "trialsNeeded";
  const { effect, scenarios, between, withinA, withinB, trialsA } = plan;
  requirePositive(effect, `${name}: effect`);
  requireCount(scenarios, `${name}: scenarios`);
  if (trialsA !== undefined) requireCount(trialsA, `${name}: trialsA`);
  const reach = Math.max(0, computeReach(plan, name));
  if (scenarios === 0 || trialsA === 0) return null;
  const fixed = trialsA === undefined ? between : between + withinA / trialsA;
  const within = trialsA === undefined ? withinA + withinB : withinB;
  if (reach === 0) return 1;
  const room = scenarios * (effect / reach) ** 2 - fixed;
  if (room < 0 || (room === 0 && within > 0)) return null;
  const needed = within === 0 ? 1 : Math.ceil(within / room);
  return Number.isFinite(needed) ? Math.max(1, needed) : null;
}

/** Standard errors between no effect and an effect that is detected with the requested power. */
function computeReach({ between, withinA, withinB, alpha = 0.05, power = 0.8 }: Noise, name: string): number {
  for (const [place, value] of Object.entries({ between, withinA, withinB }))
    requireNotNegative(value, `${name}: ${place}`);
  requireOpenProbability(alpha, `${name}: alpha`);
  requireOpenProbability(power, `${name}: power`);
  return normalQuantile(power) - normalQuantile(alpha / 2);
}

function computeScenarioVariance(plan: Omit<Design, "scenarios"> & Noise, name: string): number | null {
  const { trialsA, trialsB, between, withinA, withinB } = plan;
  requireCount(trialsA, `${name}: trialsA`);
  requireCount(trialsB, `${name}: trialsB`);
  return trialsA === 0 || trialsB === 0 ? null : between + withinA / trialsA + withinB / trialsB;
}
