/** Measures how far a judge agrees with people: estimates with bounds, warnings, and the records on which they differ. */
import { type Agreement, type Estimate, type MisalignedRecord, neededLabels } from "../../core/report/calibration.ts";
import { cohenKappa, gwetAC1, weightedKappa } from "../../statistics/judges/agreement.ts";
import { predictionPoweredMean } from "../../statistics/judges/calibration.ts";
import { krippendorffAlpha } from "../../statistics/judges/krippendorff.ts";
import { resampleEstimate } from "../../statistics/judges/resample-estimate.ts";
import { wilsonInterval } from "../../statistics/one-group/wilson.ts";
import { alignment, type AlignmentMeasure } from "../arithmetic/verdicts/alignment.ts";
import { findBetterThreshold } from "./better-threshold.ts";
import type { Label } from "./label.ts";

export interface AgreementOptions {
  /** The lowest score that counts as a pass; default 0.5, or the middle of the scale. */
  readonly threshold?: number;
  /** Lowest and highest point of a scale of whole numbers, used by both labels and scores. */
  readonly scale?: readonly [number, number];
}

/** A record with both a label from people and a score from the judge. */
interface JudgedLabel extends Label {
  readonly human: number;
  readonly judge: number;
}

const seed = "axis calibrate";
const minLabelsOfEach = 10;
const weakKappa = 0.6;

export function measureAgreement(labels: readonly Label[], options: AgreementOptions = {}): Agreement {
  const { scale } = options;
  const threshold = options.threshold ?? (scale === undefined ? 0.5 : (scale[0] + scale[1]) / 2);
  const pairs = labels.filter(isJudgedLabel);
  const [human, judged] = [
    pairs.map((pair) => toPassLabel(pair.human, threshold)),
    pairs.map((pair) => toPassLabel(pair.judge, threshold)),
  ];
  const found = alignment(human, judged);
  const known = (measure: AlignmentMeasure) => (found.undefined.includes(measure) ? null : found[measure]);
  const binary = human.map((label, index) => [label, judged[index] as number] as const);
  const kappa = resampleEstimate(binary, (drawn) => cohenKappa(...splitSides(drawn)).value, `${seed}/kappa`);
  const { tp, fp, tn, fn } = found;
  return {
    n: pairs.length,
    threshold,
    truePositives: tp,
    falsePositives: fp,
    trueNegatives: tn,
    falseNegatives: fn,
    baseRate: pairs.length === 0 ? null : (tp + fn) / pairs.length,
    accuracy: estimateAccuracy(tp + tn, pairs.length),
    precision: known("precision"),
    sensitivity: known("recall"),
    specificity: known("specificity"),
    f1: known("precision") === null || known("recall") === null ? null : known("f1"),
    kappa,
    ac1: resampleEstimate(
      binary,
      (drawn) => gwetAC1(...splitSides(drawn), { categories: [0, 1] }).value,
      `${seed}/ac1`,
    ),
    alpha: resampleEstimate(binary, (drawn) => krippendorffAlpha(drawn, { metric: "nominal" }).value, `${seed}/alpha`),
    ...(scale === undefined ? {} : { weightedKappa: estimateWeightedKappa(pairs, scale) }),
    reading: describeKappa(kappa.value),
    correctedMean: estimateCorrectedMean(labels, pairs, scale ?? inferScale(pairs)),
    betterThreshold: findBetterThreshold(pairs, threshold),
    tooLenient: listDisagreements(pairs, { judged, human }, 1),
    tooStrict: listDisagreements(pairs, { judged, human }, 0),
    warnings: listAgreementWarnings(kappa.value, tp + fn, tn + fp),
  };
}

function toPassLabel(score: number, threshold: number): 0 | 1 {
  return score >= threshold ? 1 : 0;
}

function isJudgedLabel(label: Label): label is JudgedLabel {
  return label.human !== null && label.judge !== null;
}

function splitSides(pairs: readonly (readonly [number, number])[]): [number[], number[]] {
  return [pairs.map(([human]) => human), pairs.map(([, judge]) => judge)];
}

function estimateAccuracy(right: number, n: number): Estimate {
  if (n === 0) return { value: null, lower: null, upper: null };
  const bounds = wilsonInterval(right, n);
  return { value: right / n, lower: bounds?.lower ?? null, upper: bounds?.upper ?? null };
}

/** Weighted, because missing by one point of the scale is less serious than missing by many. */
function estimateWeightedKappa(pairs: readonly JudgedLabel[], [low, high]: readonly [number, number]): Estimate {
  const categories = Array.from({ length: high - low + 1 }, (_, index) => low + index);
  const point = (value: number) => Math.min(high, Math.max(low, Math.round(value)));
  const points = pairs.map((pair) => [point(pair.human), point(pair.judge)] as const);
  return resampleEstimate(
    points,
    (drawn) => weightedKappa(...splitSides(drawn), { categories }).value,
    `${seed}/weighted`,
  );
}

function describeKappa(kappa: number | null): Agreement["reading"] {
  if (kappa === null) return null;
  if (kappa < 0.2) return "poor";
  if (kappa < 0.4) return "fair";
  if (kappa < 0.6) return "moderate";
  return kappa < 0.8 ? "good" : "very good";
}

/** Uses every score of the judge, shifted by the mean difference from people on the labelled records, and clamps the result to the scale. */
function estimateCorrectedMean(
  labels: readonly Label[],
  pairs: readonly JudgedLabel[],
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
function inferScale(pairs: readonly JudgedLabel[]): readonly [number, number] {
  const isShare = pairs.every(({ human }) => human >= 0 && human <= 1);
  return isShare ? [0, 1] : [Number.NEGATIVE_INFINITY, Number.POSITIVE_INFINITY];
}

/** The records to which the judge gave this label and people the other. */
function listDisagreements(
  pairs: readonly JudgedLabel[],
  { judged, human }: { readonly judged: readonly number[]; readonly human: readonly number[] },
  label: 0 | 1,
): MisalignedRecord[] {
  return pairs.flatMap(({ id, judge, reason, notes }, index) =>
    judged[index] === label && human[index] !== label ? [{ id, judge, reason, notes }] : [],
  );
}

function listAgreementWarnings(kappa: number | null, passes: number, fails: number): string[] {
  const n = passes + fails;
  return [
    ...(kappa === null ? ["kappa cannot be computed: people and the judge use only one label"] : []),
    ...(kappa !== null && kappa < weakKappa ? [`kappa is below ${weakKappa}: do not rely on this judge alone`] : []),
    ...(n < neededLabels ? [`only ${n} labels: the numbers become stable from ${neededLabels} labels on`] : []),
    ...(Math.min(passes, fails) < minLabelsOfEach
      ? [`people labelled ${passes} passes and ${fails} fails: at least ${minLabelsOfEach} of each are needed`]
      : []),
  ];
}
