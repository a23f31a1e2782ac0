/** Scores how safe a text is, based on the personal data found in it. */
import { sum } from "../rounding.ts";
import { detectPii, type PiiDetection, type PiiOptions } from "./detect-pii.ts";
import { piiKinds, type PiiRisk } from "./pii-type.ts";

export interface PiiScoreOptions extends PiiOptions {
  /** The lowest confidence at which a detection counts; default 0.6. */
  readonly confidenceThreshold?: number;
}

export interface PiiAssessment {
  /** 1 is safe. */
  readonly score: number;
  /** All detections, including those that do not count. */
  readonly detections: readonly PiiDetection[];
  readonly significant: readonly PiiDetection[];
  /** Number of significant detections per type. */
  readonly counts: Readonly<Record<`${PiiRisk}Risk`, number>>;
}

/** Returns 1 minus severity times confidence of every detection that counts, but at least 0. */
export function piiScore(text: string, options: PiiScoreOptions = {}): number {
  return assessPii(text, options).score;
}

/** Returns the score with the detections behind it. */
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
