/** How safe a text is, from the personal data found in it. */
import { sum } from "../rounding.ts";
import { detectPii, type PiiDetection, type PiiOptions } from "./detect-pii.ts";
import { piiKinds, type PiiRisk } from "./pii-type.ts";

export interface PiiScoreOptions extends PiiOptions {
  /** From which confidence on a find counts; default 0.6. */
  readonly confidenceThreshold?: number;
}

export interface PiiAssessment {
  /** 1 is safe. */
  readonly score: number;
  /** All finds, also those that do not count. */
  readonly detections: readonly PiiDetection[];
  readonly significant: readonly PiiDetection[];
  /** Of the significant ones. */
  readonly counts: Readonly<Record<`${PiiRisk}Risk`, number>>;
}

/** 1 less severity times confidence of every find that counts, and never below 0. */
export function piiScore(text: string, options: PiiScoreOptions = {}): number {
  return assessPii(text, options).score;
}

/** The same with what it was made from. */
export function assessPii(text: string, options: PiiScoreOptions = {}): PiiAssessment {
  const { confidenceThreshold = 0.6 } = options;
  const detections = detectPii(text, options);
  const significant = detections.filter(({ confidence }) => confidence >= confidenceThreshold);
  const count = (risk: PiiRisk): number => significant.filter(({ type }) => piiKinds[type].risk === risk).length;
  const harm = sum(significant.map(({ type, confidence }) => piiKinds[type].severity * confidence));
  return {
    score: 1 - Math.min(1, harm),
    detections,
    significant,
    counts: { highRisk: count("high"), mediumRisk: count("medium"), lowRisk: count("low") },
  };
}
