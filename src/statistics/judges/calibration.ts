/** What human labels say about a judge, and rates and means that are corrected by them. */
import {
  requireAllFinite,
  requireOpenProbability,
  requireOutcome,
  requireAtMost,
  requireSameLength,
} from "../arguments.ts";
import { normalReach, type OpenInterval, studentReach } from "../interval.ts";
import { computeMean, computeVariance } from "../moments.ts";

/** A judge that finds passes and fails hardly better than chance is not informative enough to correct a rate. */
const leastInformed = 1.1 + 1e-12;

/** How a judge's passes and fails compare with human labels. */
export interface JudgeCounts {
  readonly truePositives: number;
  readonly humanPositives: number;
  readonly trueNegatives: number;
  readonly humanNegatives: number;
}

/** The counts and their shares; null if there are no human labels of that kind. */
export interface JudgeAccuracy extends JudgeCounts {
  readonly sensitivity: number | null;
  readonly specificity: number | null;
  readonly baseRate: number | null;
}

/** Compares a judge's passes (1) and fails (0) with the truth. */
export function judgeAccuracy(
  truth: readonly (number | boolean)[],
  judged: readonly (number | boolean)[],
): JudgeAccuracy {
  requireSameLength(truth, judged, "judgeAccuracy: truth and judged");
  const hits: [number, number] = [0, 0];
  const totals: [number, number] = [0, 0];
  for (const [index, label] of truth.entries()) {
    const real = requireOutcome(label, `judgeAccuracy: truth[${index}]`);
    const said = requireOutcome(judged[index] as number | boolean, `judgeAccuracy: judged[${index}]`);
    totals[real] += 1;
    if (said === real) hits[real] += 1;
  }
  return {
    truePositives: hits[1],
    humanPositives: totals[1],
    trueNegatives: hits[0],
    humanNegatives: totals[0],
    sensitivity: totals[1] === 0 ? null : hits[1] / totals[1],
    specificity: totals[0] === 0 ? null : hits[0] / totals[0],
    baseRate: truth.length === 0 ? null : totals[1] / truth.length,
  };
}

/** The judge's passes in n runs, and how the judge compares with human labels. */
export interface JudgedRate extends JudgeCounts {
  readonly passes: number;
  readonly n: number;
}

/** The judge's rate, and the rate that human labels would have given. */
export interface CorrectedRate {
  readonly raw: number;
  readonly estimate: number;
  readonly lower: number;
  readonly upper: number;
}

/** The pass rate corrected for the judge's errors; null if the judge is not informative enough. */
export function roganGladen(rate: JudgedRate, confidence = 0.95): CorrectedRate | null {
  const { passes, n, truePositives, humanPositives, trueNegatives, humanNegatives } = rate;
  requireAtMost(passes, n, ["roganGladen: passes", "roganGladen: n"]);
  requireAtMost(truePositives, humanPositives, ["roganGladen: truePositives", "roganGladen: humanPositives"]);
  requireAtMost(trueNegatives, humanNegatives, ["roganGladen: trueNegatives", "roganGladen: humanNegatives"]);
  requireOpenProbability(confidence, "roganGladen: confidence");
  if (n === 0 || humanPositives === 0 || humanNegatives === 0) return null;
  const raw = passes / n;
  const [sensitivity, specificity] = [truePositives / humanPositives, trueNegatives / humanNegatives];
  if (sensitivity + specificity <= leastInformed) return null;
  const estimate = clip((raw + specificity - 1) / (sensitivity + specificity - 1));
  const { lower, upper } = correctedBounds(rate, normalReach(confidence));
  return { raw, estimate, lower: Math.min(lower, estimate), upper: Math.max(upper, estimate) };
}

/** The combined error of all three rates, each pulled slightly to the middle so that none counts as certain. */
function correctedBounds(rate: JudgedRate, reach: number): { lower: number; upper: number } {
  const runs = rate.n + reach * reach;
  const [positives, negatives] = [rate.humanPositives + 2, rate.humanNegatives + 2];
  const passes = (rate.passes + (reach * reach) / 2) / runs;
  const sensitivity = (rate.truePositives + 1) / positives;
  const specificity = (rate.trueNegatives + 1) / negatives;
  const informed = sensitivity + specificity - 1;
  if (informed <= 0) return { lower: 0, upper: 1 };
  const centre = clip((passes + specificity - 1) / informed);
  const variance =
    (passes * (1 - passes)) / runs +
    (centre ** 2 * sensitivity * (1 - sensitivity)) / positives +
    ((1 - centre) ** 2 * specificity * (1 - specificity)) / negatives;
  const half = (reach * Math.sqrt(variance)) / informed;
  return { lower: clip(centre - half), upper: clip(centre + half) };
}

function clip(value: number): number {
  return Math.min(1, Math.max(0, value));
}

/** Scores by the judge alone, and scores of the same runs by humans and by the judge. */
export interface JudgedScores {
  readonly judged: readonly number[];
  readonly human: readonly number[];
  readonly judgedLabelled: readonly number[];
}

/** The judge's mean, shifted by the mean difference from humans; no bounds with fewer than two scores of either kind. */
export function predictionPoweredMean(
  { judged, human, judgedLabelled }: JudgedScores,
  confidence = 0.95,
): OpenInterval & { readonly standardError: number | null } {
  const name = "predictionPoweredMean";
  for (const [place, values] of Object.entries({ judged, human, judgedLabelled }))
    requireAllFinite(values, `${name}: ${place}`);
  requireSameLength(human, judgedLabelled, `${name}: human and judgedLabelled`);
  requireOpenProbability(confidence, `${name}: confidence`);
  const corrections = human.map((score, index) => score - (judgedLabelled[index] as number));
  const unknown = { standardError: null, lower: null, upper: null };
  if (judged.length === 0 || corrections.length === 0) return { estimate: null, ...unknown };
  const estimate = computeMean(judged) + computeMean(corrections);
  if (judged.length < 2 || corrections.length < 2) return { estimate, ...unknown };
  const squaredError = computeVariance(judged) / judged.length + computeVariance(corrections) / corrections.length;
  const standardError = Math.sqrt(squaredError);
  const half = studentReach(confidence, corrections.length - 1) * standardError;
  return { estimate, standardError, lower: estimate - half, upper: estimate + half };
}
