/** Measures how far a judge agrees with people: estimates with bounds, warnings, and the records on which they differ. */
import type { Agreement, Estimate, Misaligned } from "../core/report/calibration.ts";
import { alignment, type AlignmentMeasure } from "../metrics/arithmetic/verdicts/alignment.ts";
import { cohenKappa, gwetAC1, weightedKappa } from "../statistics/judges/agreement.ts";
import { predictionPoweredMean } from "../statistics/judges/calibration.ts";
import { krippendorffAlpha } from "../statistics/judges/krippendorff.ts";
import { wilsonInterval } from "../statistics/one-group/wilson.ts";
import { betterThreshold } from "./better-threshold.ts";
import type { Label } from "./label.ts";
import { resampled } from "./resampled.ts";

export interface AgreementOptions {
  /** The lowest score that counts as a pass; default 0.5, or the middle of the scale. */
  readonly threshold?: number;
  /** Lowest and highest point of a scale of whole numbers, used by both labels and scores. */
  readonly scale?: readonly [number, number];
}

/** A record with both a label from people and a score from the judge. */
export interface Pair extends Label {
  readonly human: number;
  readonly judge: number;
}

const seed = "axis calibrate";
const fewest = 50;
const fewestOfEach = 10;
const weakKappa = 0.6;

export function agreementOf(labels: readonly Label[], options: AgreementOptions = {}): Agreement {
  const { scale } = options;
  const threshold = options.threshold ?? (scale === undefined ? 0.5 : (scale[0] + scale[1]) / 2);
  const pairs = labels.filter(isPair);
  const [human, judged] = [
    pairs.map((pair) => passOf(pair.human, threshold)),
    pairs.map((pair) => passOf(pair.judge, threshold)),
  ];
  const found = alignment(human, judged);
  const known = (measure: AlignmentMeasure) => (found.undefined.includes(measure) ? null : found[measure]);
  const binary = human.map((label, index) => [label, judged[index] as number] as const);
  const kappa = resampled(binary, (drawn) => cohenKappa(...sides(drawn)).value, `${seed}/kappa`);
  const { tp, fp, tn, fn } = found;
  return {
    n: pairs.length,
    threshold,
    truePositives: tp,
    falsePositives: fp,
    trueNegatives: tn,
    falseNegatives: fn,
    baseRate: pairs.length === 0 ? null : (tp + fn) / pairs.length,
    accuracy: accuracyOf(tp + tn, pairs.length),
    precision: known("precision"),
    sensitivity: known("recall"),
    specificity: known("specificity"),
    f1: known("precision") === null || known("recall") === null ? null : known("f1"),
    kappa,
    ac1: resampled(binary, (drawn) => gwetAC1(...sides(drawn), { categories: [0, 1] }).value, `${seed}/ac1`),
    alpha: resampled(binary, (drawn) => krippendorffAlpha(drawn, { metric: "nominal" }).value, `${seed}/alpha`),
    ...(scale === undefined ? {} : { weightedKappa: onScale(pairs, scale) }),
    reading: readingOf(kappa.value),
    correctedMean: correctedMean(labels, pairs, scale ?? unitScale(pairs)),
    betterThreshold: betterThreshold(pairs, threshold),
    tooLenient: differing(pairs, judged, human, 1),
    tooStrict: differing(pairs, judged, human, 0),
    warnings: warningsOf(kappa.value, tp + fn, tn + fp),
  };
}

export function passOf(score: number, threshold: number): 0 | 1 {
  return score >= threshold ? 1 : 0;
}

function isPair(label: Label): label is Pair {
  return label.human !== null && label.judge !== null;
}

function sides(pairs: readonly (readonly [number, number])[]): [number[], number[]] {
  return [pairs.map(([human]) => human), pairs.map(([, judge]) => judge)];
}

function accuracyOf(right: number, n: number): Estimate {
  if (n === 0) return { value: null, lower: null, upper: null };
  const bounds = wilsonInterval(right, n);
  return { value: right / n, lower: bounds?.lower ?? null, upper: bounds?.upper ?? null };
}

/** Weighted, because missing by one point of the scale is less serious than missing by many. */
function onScale(pairs: readonly Pair[], [low, high]: readonly [number, number]): Estimate {
  const categories = Array.from({ length: high - low + 1 }, (_, index) => low + index);
  const point = (value: number) => Math.min(high, Math.max(low, Math.round(value)));
  const points = pairs.map((pair) => [point(pair.human), point(pair.judge)] as const);
  return resampled(points, (drawn) => weightedKappa(...sides(drawn), { categories }).value, `${seed}/weighted`);
}

function readingOf(kappa: number | null): Agreement["reading"] {
  if (kappa === null) return null;
  if (kappa < 0.2) return "poor";
  if (kappa < 0.4) return "fair";
  if (kappa < 0.6) return "moderate";
  return kappa < 0.8 ? "good" : "very good";
}

/** Uses every score of the judge, shifted by the mean difference from people on the labelled records, and clamps the result to the scale. */
function correctedMean(
  labels: readonly Label[],
  pairs: readonly Pair[],
  [low, high]: readonly [number, number],
): Estimate {
  const { estimate, lower, upper } = predictionPoweredMean({
    judged: labels.flatMap(({ judge }) => judge ?? []),
    human: pairs.map(({ human }) => human),
    judgedLabelled: pairs.map(({ judge }) => judge),
  });
  const inside = (value: number | null) => (value === null ? null : Math.min(high, Math.max(low, value)));
  return { value: inside(estimate), lower: inside(lower), upper: inside(upper) };
}

/** If all labels are between 0 and 1, their mean is as well, so the corrected mean is clamped to that range. */
function unitScale(pairs: readonly Pair[]): readonly [number, number] {
  const isShare = pairs.every(({ human }) => human >= 0 && human <= 1);
  return isShare ? [0, 1] : [Number.NEGATIVE_INFINITY, Number.POSITIVE_INFINITY];
}

function differing(
  pairs: readonly Pair[],
  judged: readonly number[],
  human: readonly number[],
  said: 0 | 1,
): Misaligned[] {
  return pairs.flatMap(({ id, judge, reason, notes }, index) =>
    judged[index] === said && human[index] !== said ? [{ id, judge, reason, notes }] : [],
  );
}

function warningsOf(kappa: number | null, passes: number, fails: number): string[] {
  const n = passes + fails;
  return [
    ...(kappa === null ? ["kappa cannot be computed: people and the judge use only one label"] : []),
    ...(kappa !== null && kappa < weakKappa ? [`kappa is below ${weakKappa}: do not rely on this judge alone`] : []),
    ...(n < fewest ? [`only ${n} labels: the numbers become stable from ${fewest} labels on`] : []),
    ...(Math.min(passes, fails) < fewestOfEach
      ? [`people labelled ${passes} passes and ${fails} fails: at least ${fewestOfEach} of each are needed`]
      : []),
  ];
}
