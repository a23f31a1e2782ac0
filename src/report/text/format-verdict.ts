/** Formats differences, probabilities and causes for people. */
import type { DimensionCause } from "../../core/report/comparison.ts";
import type { DimensionId } from "../../core/score/category.ts";
import { formatScore } from "./format.ts";

/** One decimal, rounded from full precision. */
export function formatPoints(points: number): string {
  return (Math.round(Math.abs(points) * 10 + 1e-6) / 10).toFixed(1);
}

/** The same with its sign. */
export function formatChange(points: number): string {
  const size = formatPoints(points);
  if (size === "0.0") return size;
  return `${points < 0 ? "−" : "+"}${size}`;
}

/** Two significant digits; never zero, because no event is impossible. */
export function formatP(p: number): string {
  if (p < 0.001) return "p < 0.001";
  return `p = ${p >= 0.995 ? "1" : p.toPrecision(2)}`;
}

/** A share as a percentage. */
export function formatShare(share: number): string {
  return `${Number((share * 100).toFixed(1))} %`;
}

/** A pass rate in whole percent: only a rate of exactly 0 or 1 shows as 0 or 100. */
export function formatRate(share: number): string {
  return `${toWholePercent(share)} %`;
}

/** The same for both ends of an interval. */
export function formatRates({ lower, upper }: { readonly lower: number; readonly upper: number }): string {
  return `${toWholePercent(lower)} to ${toWholePercent(upper)} %`;
}

function toWholePercent(share: number): number {
  return Math.min(share < 1 ? 99 : 100, Math.max(share > 0 ? 1 : 0, Math.round(share * 100)));
}

export const dimensionLabels: Readonly<Record<DimensionId, string>> = {
  goalAchievement: "Goal",
  environment: "Environment",
  service: "Service",
  agent: "Agent",
};

/** A dimension that moved, appeared or disappeared: "Service: not used → 10". */
export function formatCause({ dimension, baseline, current }: DimensionCause): string {
  const side = (value: number | null) => (value === null ? "not used" : formatScore(value));
  return `${dimensionLabels[dimension]}: ${side(baseline)} → ${side(current)}`;
}
