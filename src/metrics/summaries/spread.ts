/** Statistics of lists of scores: mean, deviation, tiers and distribution. */
import { sum } from "../arithmetic/rounding.ts";

/** A score, or a missing one: null, NaN, or "NaN" as written in files. */
export type MaybeScore = number | "NaN" | null;

/** Returns the scores that are not missing, in order. */
export function selectScores(scores: readonly MaybeScore[]): number[] {
  return scores.filter((score): score is number => typeof score === "number" && !Number.isNaN(score));
}

/** The mean; needs at least one value. */
export function computeScoreMean(values: readonly number[]): number {
  return sum(values) / values.length;
}

/** Sample deviation divides by n - 1 and is 0 below two values; population deviation divides by n. */
export function computeDeviation(values: readonly number[], kind: "sample" | "population"): number {
  const divisor = kind === "sample" ? values.length - 1 : values.length;
  if (values.length < 2) return 0;
  const middle = computeScoreMean(values);
  return Math.sqrt(sum(values.map((value) => (value - middle) ** 2)) / divisor);
}

/** 1 minus the coefficient of variation, at least 0; 1 for a single value or a mean of 0. */
export function computeConsistency(values: readonly number[]): number {
  const middle = computeScoreMean(values);
  return values.length <= 1 || middle === 0 ? 1 : Math.max(0, 1 - computeDeviation(values, "sample") / middle);
}

const tiers = [
  { name: "excellent", from: 0.9 },
  { name: "good", from: 0.75 },
  { name: "fair", from: 0.6 },
] as const;
export type PerformanceTier = (typeof tiers)[number]["name"] | "poor";

/** Returns the tier of a mean. */
export function toPerformanceTier(mean: number): PerformanceTier {
  return tiers.find(({ from }) => mean >= from)?.name ?? "poor";
}

/** Counts the scores in each tenth of the range 0 to 1. */
export function countByTenth(values: readonly number[]): number[] {
  const bins = Array.from({ length: 10 }, () => 0);
  for (const value of values) {
    const bin = Math.min(9, Math.max(0, Math.floor(10 * value)));
    bins[bin] = (bins[bin] as number) + 1;
  }
  return bins;
}

const glyphs = " ▁▂▃▄▅▆▇█";

/** One glyph per bin, with a height relative to the fullest bin; a bin that is not empty is always visible. */
export function renderSparkline(bins: readonly number[]): string {
  const most = Math.max(...bins);
  if (!(most > 0)) return " ".repeat(bins.length);
  return bins.map((count) => glyphs[count === 0 ? 0 : Math.max(1, Math.floor((8 * count) / most))]).join("");
}
