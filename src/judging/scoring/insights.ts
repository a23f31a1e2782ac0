/** Says where to look first: the weakest part of each dimension below 75. */
import type { Audit, AxisResult, DimensionResult, Insight, SignalName } from "../../core/score/axis-result.ts";
import { signalNames } from "../../core/score/axis-result.ts";
import type { Category } from "../../core/score/category.ts";
import { shareToPoints } from "./calibrate.ts";
import { dimensions } from "./dimensions.ts";
import { dimensionLabel } from "./policy.ts";
import type { RawSignals } from "./process-score.ts";

/** The lower bound of the band "good". */
const threshold = 75;

/** The goal's insight: the check with the lowest grade; among equal grades, the one with the greatest weight. */
export function goalInsight(goal: AxisResult["goalAchievement"]): Insight[] {
  const weakest = findLowest(
    goal.criteria,
    (criterion) => criterion.score,
    (criterion) => criterion.weight,
  );
  if (goal.score === null || goal.score >= threshold || weakest === null) return [];
  const dimension = "goalAchievement";
  const message = `${dimensionLabel(dimension)} ${goal.score}: "${weakest.check}" has ${weakest.score} of 10`;
  return [{ dimension, score: goal.score, signal: weakest.check, value: weakest.score ?? 0, message }];
}

/** A dimension's insight: its weakest weighted signal; among equal values, the one with the greatest weight. */
export function signalInsight(dimension: Category, result: DimensionResult, raw: RawSignals): Insight[] {
  const { signals } = dimensions[dimension];
  const counting = signalNames.filter((name) => signals[name] > 0);
  const signal = findLowest(
    counting,
    (name) => raw[name],
    (name) => signals[name],
  );
  const rawValue = signal === null ? null : raw[signal];
  if (result.score === null || result.score >= threshold || signal === null || rawValue === null) return [];
  const value = shareToPoints(rawValue);
  const message = `${dimension} ${result.score}: ${signal} ${value}, ${explainSignal(signal, result)}`;
  return [{ dimension, score: result.score, signal, value, message }];
}

/** Describes audits below the best value, in words that follow "3 of 9 interactions". */
const shortcomings: Record<
  Exclude<SignalName, "necessity">,
  { words: string; value: (audit: Audit) => number | null }
> = {
  success: { words: "did not fully succeed", value: (audit) => audit.success },
  speed: { words: "were slower than excellent", value: (audit) => audit.speed },
  weight: { words: "were not right-sized", value: (audit) => audit.weight },
  relevance: { words: "were not fully relevant", value: (audit) => audit.contextRelevance },
};

function explainSignal(signal: SignalName, { audits, necessity, interactionCount }: DimensionResult): string {
  const of = `of ${interactionCount} interactions`;
  if (signal === "necessity") return `${necessity?.unnecessaryIds.length ?? 0} ${of} were judged unnecessary`;
  const { words, value } = shortcomings[signal];
  return `${audits.filter((audit) => (value(audit) ?? 1) < 1).length} ${of} ${words}`;
}

/** The first item with the lowest value; if values agree to nine decimals, the one with the greatest weight. */
function findLowest<T>(items: readonly T[], valueOf: (item: T) => number | null, weightOf: (item: T) => number): T | null {
  let best: { item: T; value: number } | null = null;
  for (const item of items) {
    const value = valueOf(item);
    if (value === null) continue;
    const difference = best === null ? -1 : value - best.value;
    const tied = Math.abs(difference) < 1e-9;
    if (best === null || (!tied && difference < 0) || (tied && weightOf(item) > weightOf(best.item)))
      best = { item, value };
  }
  return best?.item ?? null;
}
